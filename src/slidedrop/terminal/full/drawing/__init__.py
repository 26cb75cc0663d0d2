"""Boards, graphs and the logo as sheets of half-block pixels, by four palettes."""
