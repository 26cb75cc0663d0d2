"""Hints with reasons and risks for 2048."""
