"""A learning curve can be read by people and by programs."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from slidedrop.twenty48.training.curve import curve_csv, curve_svg
from slidedrop.twenty48.training.training import TrainingReport

CURVE = [
    TrainingReport(seconds=30.0, moves=1000, games=10, speed=33, mean=5000.0, tiles={512: 1.0, 2048: 0.25}),
    TrainingReport(seconds=60.0, moves=2000, games=15, speed=33, mean=10000.0, tiles={2048: 0.5, 4096: 0.125}),
]


def test_the_csv_has_one_line_for_each_report() -> None:
    header, *rows = curve_csv(CURVE).splitlines()
    assert header.startswith("seconds,moves,games,moves_per_second,mean,reach_2048,reach_4096")
    assert rows == ["30.0,1000,10,33,5000.0,0.25,0,0,0,0,0", "60.0,2000,15,33,10000.0,0.5,0.125,0,0,0,0"]


def test_the_picture_rises_with_the_points() -> None:
    picture = ET.fromstring(curve_svg(CURVE))  # noqa: S314 - our own picture
    line = picture.find("{http://www.w3.org/2000/svg}polyline")
    assert line is not None
    (left, low), (right, high) = (point.split(",") for point in line.attrib["points"].split())
    assert float(left) < float(right)
    assert float(low) > float(high)  # a picture counts from above


def test_a_picture_of_nothing_is_a_picture() -> None:
    assert ET.fromstring(curve_svg([])) is not None  # noqa: S314 - our own picture
