"""What is kept of the games on the server."""
