"""The processing of all requests before their functions, and the form of answers."""
