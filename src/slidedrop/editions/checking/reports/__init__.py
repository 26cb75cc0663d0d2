"""What a check has found, for other readers: a page for people, files for graders.

page.py      one HTML file with the boards drawn
graders.py   JUnit's XML, and the results.json of Gradescope
"""
