"""The requests of docs/http-api.md."""
