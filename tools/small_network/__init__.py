"""The small 2048 network, made from the large one: `python -m tools.small_network FOLDER`, see `__main__.py`."""
