"""2048 as a game definition: every part of the game, and the module it is in."""

from typing import Final

from slidedrop.core.spec import CommandEntry, GameSpec, Provider, RuleOption
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import PRESETS, Rules

SPEC: Final[GameSpec[Position, Direction, Rules]] = GameSpec(
    name="2048",
    title="2048",
    description="Slide tiles, make 2048. Choose the size, the rules and the smallest tile.",
    seats=1,
    game=Provider("slidedrop.twenty48.game:Game"),
    notation=Provider("slidedrop.twenty48.protocol:NOTATION"),
    evaluate=Provider("slidedrop.twenty48.heuristic:judge"),
    rule_options=(
        RuleOption("size", "Size of the board, such as 4."),
        RuleOption("rules", "How new tiles appear (classic).", choices=tuple(PRESETS)),
    ),
    player_package="slidedrop.players.twenty48",
    offered=("search:2", "greedy", "random"),
    strongest="network",
    engine_board="4x4 base 2",
    share_letter="T",
    share=Provider("slidedrop.twenty48.sharing"),
    weight=Provider("slidedrop.twenty48.position:weight"),
    warm_up=Provider("slidedrop.players.twenty48.ntuple:load_engine"),
    hints=Provider("slidedrop.analysis.twenty48.hints:hint"),
    review=Provider("slidedrop.analysis.twenty48.review:Review"),
    reviews=Provider("slidedrop.analysis.twenty48.review:game_review"),
    puzzles=Provider("slidedrop.analysis.twenty48.review:PUZZLES"),
    commands=Provider("slidedrop.cli.twenty48.commands:COMMANDS"),
    more_commands=(
        CommandEntry("train", "slidedrop.cli.twenty48.train", "Train a network for 2048."),
        CommandEntry("tables", "slidedrop.cli.twenty48.tables", "Build, show and remove the late-game tables of 2048."),
    ),
    face=Provider("slidedrop.terminal.plain.twenty48_face:Twenty48Face"),
    screen=Provider("slidedrop.terminal.full.twenty48.parts:PARTS"),
    environment=Provider("slidedrop.lab.envs.env:TWENTY48"),
    data_files=("2048-small.wasm", "2048-small.weights"),
    strong_data_files=("2048.wasm", "2048-4x4.weights"),
)
