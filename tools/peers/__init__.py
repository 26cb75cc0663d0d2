"""Other packages, measured beside ours."""
