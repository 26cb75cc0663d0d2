"""Make the small 2048 network from the large one: `python -m tools.small_network FOLDER`, see `__main__.py`."""
