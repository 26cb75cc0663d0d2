"""Statistics of results, each with its 95% confidence interval.

mean         Student's t on the mean of all games
median       between two of the results in order (no assumption but independent games)
rate         Wilson's interval, which is right for rates near 0 and 1 too
difference   Student's t on the differences of the same games, which is why all players get the same
"""

import math
from collections.abc import Sequence
from statistics import fmean, median, stdev
from typing import Final, NamedTuple

Z: Final = 1.959964
"""95% of a normal distribution is between minus this and this."""


class Figure(NamedTuple):
    """A number with its confidence interval."""

    value: float
    low: float
    high: float


def mean_of(numbers: Sequence[float]) -> Figure:
    """Return the mean; a single number has no interval."""
    if len(numbers) < 2:
        return Figure(numbers[0], -math.inf, math.inf)
    middle, half = fmean(numbers), student(len(numbers) - 1) * stdev(numbers) / math.sqrt(len(numbers))
    return Figure(middle, middle - half, middle + half)


def median_of(numbers: Sequence[float]) -> Figure:
    """Return the median."""
    ordered, count = sorted(numbers), len(numbers)
    half = Z * math.sqrt(count) / 2
    low, high = math.floor(count / 2 - half), math.ceil(count / 2 + half)
    return Figure(median(ordered), ordered[max(0, low)], ordered[min(count - 1, high)])


def rate_of(hits: float, count: int) -> Figure:
    """Return the share of successes; a draw may count as half."""
    rate, weight = hits / count, Z * Z / count
    middle = (rate + weight / 2) / (1 + weight)
    half = Z * math.sqrt(rate * (1 - rate) / count + weight / count / 4) / (1 + weight)
    return Figure(rate, max(0.0, middle - half), min(1.0, middle + half))


def student(freedom: int) -> float:
    """Return Student's t for 95%, by the first terms of its series; exact for the smallest numbers."""
    exact = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706}
    if freedom in exact:
        return exact[freedom]
    cube, fifth, seventh = Z**3, Z**5, Z**7
    return (
        Z
        + (cube + Z) / (4 * freedom)
        + (5 * fifth + 16 * cube + 3 * Z) / (96 * freedom**2)
        + (3 * seventh + 19 * fifth + 17 * cube - 15 * Z) / (384 * freedom**3)
    )
