"""What the documents ask of a program, by requirement, and what each fixes in its dialogue.

A part of a check ("slide", "score", "over", ...) has in each document its requirement and its sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Rule(NamedTuple):
    """A requirement, and what it asks in one sentence."""

    requirement: str
    says: str


RUNS: Final = Rule("runs", "the program answers in time and ends by itself")


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One document: its rules by part, and how its dialogue looks."""

    name: str
    new_tiles: tuple[int, ...]
    empty: str
    """How an empty cell is written."""
    unmoved: Literal["shown", "maybe", "silent"]
    """Whether the board is printed after a key that moves nothing."""
    over_says: str
    """What is printed at the end, in small letters; empty where the document fixes nothing."""
    ends: bool
    """Whether the program ends by itself when nothing can move."""
    dialogue: Mapping[str, Rule]
    api: Mapping[str, Rule] = field(default_factory=dict)


PSA3: Final = Document(
    "psa3", (2, 4), "-", "shown", "game over!", ends=True,
    dialogue={
        "start": Rule("R-001-1", "a new board has score 0 and two tiles"),
        "loaded": Rule("R-001-2", "with -i, size, score and tiles are those of the file, and no tile is added"),
        "slide": Rule("R-001-12", "a move slides and merges as in the original; a merged tile does not merge again"),
        "tile": Rule("R-001-15", "one new tile comes on a free cell after a successful move"),
        "value": Rule("R-001-8", "a new tile is a 2 or a 4"),
        "score": Rule("R-001-13", "the score grows by the value of each merged tile"),
        "unmoved": Rule("R-001-18", "a key that moves nothing adds no tile, and the board is printed after it"),
        "over": Rule("R-001-14", "the game is over exactly when nothing can move in any direction"),
        "said": Rule("R-001-21", "'Game Over!' is printed at the end"),
        "text": Rule("R-001-23", "a board is 'Score: n' and rows of columns, with - for an empty cell"),
        "welcome": Rule("R-001-22", "it begins with 'Welcome to 2048!' and says that a new board is generated"),
        "controls": Rule("R-001-35", "the controls w, s, a, d and q are listed in that order, then the board, then > "),
        "bad": Rule("R-001-19", "any other input prints the controls again and changes nothing"),
        "size": Rule("R-001-25", "-s gives the size; below 2 it is 4"),
        "saved": Rule("R-001-20", "the board is saved on q and at the end of the game"),
        "file": Rule("R-001-3", "a board file has size, score and rows, and a space after every tile"),
        "again": Rule("R-001-4", "a loaded board is saved with the same bytes"),
        "record": Rule("R-001-28", "--record begins the log anew"),
        "replay": Rule("R-001-31", "--replay plays the logged keys again, each with its new tile"),
        "append": Rule("R-001-32", "a replayed game goes on in the same log"),
    },
)  # fmt: skip
MIS: Final = Document(
    "mis", (2, 4), "O", "maybe", "game over", ends=True,
    dialogue={
        "start": Rule("R-000-3", "a new game has score 0 and two tiles"),
        "slide": Rule("R-000-13", "left and up squeeze, merge from the wall, and squeeze again"),
        "slide back": Rule("R-000-14", "right and down are the mirror image of left and up"),
        "tile": Rule("R-000-27", "after every valid move one tile is added and the board printed"),
        "value": Rule("R-000-8", "a new tile is Base or twice Base, in place of a zero"),
        "score": Rule("R-000-15", "each merged pair adds the merged value to the score, where one is shown"),
        "unmoved": Rule("R-000-7", "no tile is added after a move that altered nothing"),
        "over": Rule("R-000-17", "the game is lost exactly when no direction alters the board"),
        "said": Rule("R-000-28", "the ending message, 'Game Over', is shown when no move is possible"),
        "text": Rule("R-000-23", "the board is printed with space between the tiles and O for zero"),
        "welcome": Rule("R-000-22", "there is a welcome before the first board"),
    },
    api={
        "start": Rule("R-000-3", "a new GameT has score 0 and two tiles of Base or twice Base"),
        "set": Rule("R-000-6", "setBoard replaces the board and leaves the score alone"),
        "slide": Rule("R-000-13", "left and up squeeze, merge from the wall, and squeeze again"),
        "slide back": Rule("R-000-14", "right and down are the mirror image of left and up"),
        "score": Rule("R-000-15", "each merged pair adds the merged value to the score"),
        "tile": Rule("R-000-10", "makeMove alone adds no tile; addTile adds one"),
        "value": Rule("R-000-8", "addTile turns one zero into Base or twice Base"),
        "unmoved": Rule("R-000-7", "addTile does nothing after a move that altered nothing"),
        "full": Rule("R-000-9", "addTile changes nothing on a full board"),
        "won": Rule("R-000-16", "isWin exactly when some tile is 2048 or more"),
        "over": Rule("R-000-17", "isLose exactly when no direction alters the board, and it changes nothing"),
        "single": Rule("R-000-21", "Display.getInstance always gives the same object"),
    },
)  # fmt: skip
A07: Final = Document(
    "a07", (2, 4), "[ ]", "maybe", "", ends=False,
    dialogue={
        "start": Rule("R-002-2", "a new game has two random tiles"),
        "slide": Rule("R-002-8", "tiles slide and merge as in the original, each at most once in a move"),
        "tile": Rule("R-002-4", "one tile is added after each legal move"),
        "value": Rule("R-002-3", "a new tile is a 2 or a 4 on a free cell"),
        "unmoved": Rule("R-002-5", "a move that slides nothing changes nothing and adds no tile"),
        "text": Rule("R-002-18", "the board is printed like ' [ ] [ ] [2] [4]'"),
        "runner": Rule("R-002-30", "the console runner prints the board after every move"),
    },
    api={
        "start": Rule("R-002-2", "new Game(n) has n x n cells, two tiles of 2 or 4 and score 0, not won, not over"),
        "state": Rule("R-002-17", "getGameState gives board (flat), score, won and over as they are"),
        "load": Rule("R-002-16", "loadGame takes over board, score, won and over"),
        "slide": Rule("R-002-8", "tiles slide and merge as in the original, each at most once in a move"),
        "tile": Rule("R-002-4", "one tile is added after each legal move"),
        "value": Rule("R-002-3", "a new tile is a 2 or a 4 on a free cell"),
        "unmoved": Rule("R-002-5", "a move that slides nothing changes nothing and adds no tile"),
        "score": Rule("R-002-7", "the score grows by each merged value"),
        "won": Rule("R-002-9", "won is true once two 1024s make a 2048, and stays so"),
        "over": Rule("R-002-10", "over is true when no legal move is left after the new tile"),
        "on move": Rule("R-002-12", "the move event comes after every valid move, and only then"),
        "on end": Rule("R-002-13", "win and lose events come on the change, once"),
        "listeners": Rule("R-002-14", "every registered callback gets the current gameState"),
        "reset": Rule("R-002-15", "setupNewGame begins anew and keeps the callbacks"),
        "text": Rule("R-002-18", "toString draws the board like ' [ ] [ ] [2] [4]'"),
    },
)  # fmt: skip
SWIPE: Final = Document(
    "swipe", (2,), "0", "silent", "", ends=True,
    dialogue={
        "loaded": Rule("R-004-2", "the start is read from a file; without it a default start is used"),
        "slide": Rule("R-004-4", "a swipe slides and merges each line once, towards the swipe"),
        "tile": Rule("R-004-6", "one new 2 comes on a zero after a swipe that changed the grid"),
        "unmoved": Rule("R-004-5", "a swipe that changes nothing adds no piece and prints nothing"),
        "bad": Rule("R-004-3", "any other character changes nothing"),
        "text": Rule("R-004-7", "the grid is printed with tabs between the columns and a line for each row"),
        "over": Rule("R-004-8", "the game is over exactly when there is no zero and no equal neighbours"),
    },
)  # fmt: skip
ADT: Final = Document(
    "adt", (), ".", "maybe", "", ends=True,
    dialogue={
        "start": Rule("R-003-30", "it asks who starts, what size grid and how far to look, and plays accordingly"),
        "text": Rule("R-003-28", "the grid is drawn row by row, R and B or X and O on squares that are not empty"),
        "shown": Rule("R-003-26", "the person's symbol comes where it was asked for, and the grid is shown"),
        "asked": Rule("R-003-25", "a square that is taken or not on the grid is refused and asked for again"),
        "computer": Rule("R-003-19", "the computer answers with one symbol on a free square"),
        "ahead": Rule("R-003-21", "looking two moves ahead, the computer takes a win and meets a single threat"),
        "end": Rule("R-003-15", "the game is over exactly with four in a line or a full grid"),
        "never": Rule("R-003-27", "the computer never moves after the game is over"),
        "result": Rule("R-003-35", "the final grid is shown together with the result"),
        "said": Rule("R-003-12", "the result that is said is right: you win, the computer wins, or a draw"),
    },
)  # fmt: skip
DOCUMENTS: Final = {document.name: document for document in (PSA3, MIS, A07, SWIPE)}
"""The documents about 2048."""
