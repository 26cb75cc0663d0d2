"""The boards and games for measuring the late-game tables of 2048, fixed before the first table was built.

A seed names a game as in `bench_2048.py`: the random counter starts at (seed + 1) * 0x9E3779B97F4A7C15 mod 2^61.
`network:3` plays the game of each seed until the sum of its tiles is 16384 or more for the first time. That board, with
the player to move, is the seed's board. From there the measured player continues with the seed's tiles until a 32768 is
on the board or nothing slides.

- Seeds are taken one after another until there are 300 boards. The only seeds without a board are games that end before
  the sum is reached; their number is reported. No board is dropped, and none is chosen because a table matches it.
- Rules and thresholds are tuned on the TUNING boards only. Figures are reported on the EVALUATION boards.
- Whole games are played from consecutive seeds, none dropped, the same for every player. The seeds 830000 to 830299 and
  840000 to 840299 were played before large tiles were shown to the network as smaller ones; these are fresh.
  At most 0.2 ms per move: `3`, from the seeds of GAMES. At most 1.3 ms: SLOW, from those of SLOW_GAMES (`--slow`), all
  300, or as many from the first seed on as the time allows. The budget was chosen by CPU alone, on boards of the seeds
  from 980000: it takes twice the CPU of `p32`, so that 300 games take less than an hour. No game of these seeds was
  played before. The plan before this one, `p44` from seed 851000, was given up after four games for lack of time.
- The search by probability with a budget of 32 is compared with 3 plies, both with the full tables, in games from the
  seeds of PAIRS. After each number of pairs in LOOKS the mean difference in points is divided by its standard error.
  The new search is adopted if that exceeds BOUND (Pocock's, for five looks and 5%, two-sided). Otherwise it is dropped:
  immediately below -BOUND, or else after the last look.
"""

from typing import Final

SUM: Final = 16384
BOARDS: Final = 300
TUNING: Final = 810_000
"""The first seed of the boards for tuning."""
EVALUATION: Final = 820_000
"""The first seed of the boards for the reported figures."""
GAMES: Final = range(850_000, 850_300)
SLOW_GAMES: Final = range(860_000, 860_300)
SLOW: Final = "p38"
PAIRS: Final = range(850_000, 850_200)
LOOKS: Final = (40, 80, 120, 160, 200)
BOUND: Final = 2.413
COMPARED: Final = ("3", "p32")
