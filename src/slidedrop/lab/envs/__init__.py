"""2048 and Connect-4 as environments (extra "rl"); importing this module registers them.

gymnasium.make("slidedrop/Twenty48-v0")            gymnasium.make_vec("slidedrop/Twenty48-v0", num_envs=4096)
gymnasium.make("slidedrop/Connect4-v0", opponent="greedy")      without the import: "slidedrop.lab.envs:slidedrop/..."
"""

from slidedrop.core.errors import MissingExtra

try:
    import pettingzoo
    from gymnasium.envs.registration import register, registry
except ImportError as error:
    what = "an environment"
    raise MissingExtra(what, "rl") from error

from slidedrop.games import game_specs

for _spec in game_specs():
    if _spec.environment is not None:
        _env = _spec.environment.load()
        if f"slidedrop/{_env.name}-v0" not in registry:
            register(f"slidedrop/{_env.name}-v0", entry_point=_env.single, vector_entry_point=_env.vector)
    elif _spec.board is not None and f"slidedrop/{_spec.title}-v0" not in registry:
        register(
            f"slidedrop/{_spec.title}-v0", entry_point="slidedrop.lab.envs.env:any_game", kwargs={"game": _spec.name}
        )

if "slidedrop/connect4_v0" not in pettingzoo.env_registry.registration.aec_registry:
    pettingzoo.register("aec", "slidedrop/connect4_v0", entry_point="slidedrop.lab.envs.connect4_v0:env")
