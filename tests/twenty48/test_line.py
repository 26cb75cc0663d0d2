"""One line slides like the naive twin, from two cells to sixty-four."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from slidedrop.twenty48.line import slide_line
from tests.twins.naive2048 import naive_slide

LINES = st.lists(st.sampled_from([0, 0, 2, 2, 4, 8]), min_size=2, max_size=64).map(tuple)


@given(LINES)
def test_lines_of_2_to_64_cells_slide_like_the_naive_twin(line: tuple[int, ...]) -> None:
    naive = naive_slide([list(line)], "left")
    assert [list(slide_line(line).line)] == naive.grid
    assert slide_line(line).points == naive.points


@given(LINES)
def test_the_points_are_the_tiles_that_were_made(line: tuple[int, ...]) -> None:
    slid = slide_line(line)
    assert slid.points == sum(slid.made)
    assert sum(slid.line) == sum(line)


@given(LINES)
def test_every_tile_takes_one_step_and_they_add_up_to_the_line(line: tuple[int, ...]) -> None:
    slid = slide_line(line)
    assert [step.source for step in slid.steps] == [place for place, tile in enumerate(line) if tile]
    assert all(step.target <= step.source for step in slid.steps)
    after = [0] * len(line)
    for step in slid.steps:
        after[step.target] += line[step.source]
    assert tuple(after) == slid.line


@given(LINES)
def test_two_tiles_merge_into_one_and_the_others_stay_alone(line: tuple[int, ...]) -> None:
    steps = slide_line(line).steps
    for step in steps:
        assert sum(other.target == step.target for other in steps) == (2 if step.merged else 1)
