"""The requests of docs/reference/http-api.md."""
