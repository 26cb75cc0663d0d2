"""Connect-4 as a game definition: every part of the game, and the module it is in."""

from typing import Final

from slidedrop.connect4.layout import Move
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.spec import CommandEntry, GameSpec, Provider, RuleOption

SPEC: Final[GameSpec[Position, Move, Rules]] = GameSpec(
    name="connect4",
    title="Connect-4",
    description="Four in a row against a friend, a beginner, or an opponent that is never wrong.",
    seats=2,
    colours=("red", "blue"),
    game=Provider("slidedrop.connect4.game:Game"),
    notation=Provider("slidedrop.connect4.protocol:NOTATION"),
    evaluate=Provider("slidedrop.connect4.evaluation:evaluate"),
    rule_options=(
        RuleOption("size", "Size of the board, columns x rows, such as 7x6."),
        RuleOption("free", "Place discs on any free cell.", is_flag=True),
    ),
    aliases=("c4",),
    player_package="slidedrop.players.connect4",
    offered=("greedy", "random"),
    usual_opponent="tree:4",
    strongest="perfect",
    engine_board="7x6",
    share_letter="C",
    share=Provider("slidedrop.connect4.sharing"),
    hints=Provider("slidedrop.analysis.connect4.hints:hint"),
    values=Provider("slidedrop.analysis.connect4.scores:scores_for"),
    review=Provider("slidedrop.analysis.connect4.review:review"),
    reviews=Provider("slidedrop.analysis.connect4.review:game_review"),
    puzzles=Provider("slidedrop.analysis.connect4.review:PUZZLES"),
    commands=Provider("slidedrop.cli.connect4.commands:COMMANDS"),
    more_commands=(
        CommandEntry("dataset", "slidedrop.cli.connect4.dataset", "Write positions with the value of every move."),
        CommandEntry("book", "slidedrop.cli.connect4.book", "Build, check and show an opening book of Connect-4."),
    ),
    face=Provider("slidedrop.terminal.plain.connect4_face:Connect4Face"),
    screen=Provider("slidedrop.terminal.full.connect4.parts:PARTS"),
    board=Provider("slidedrop.connect4.protocol:BOARD"),
    environment=Provider("slidedrop.lab.envs.env:CONNECT4"),
    data_files=("connect4.wasm", "connect4-7x6.book"),
)
