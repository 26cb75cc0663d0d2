"""2048 and Connect-4 as environments for learners (extra "rl"); importing this registers them.

gymnasium.make("slidedrop/Twenty48-v0")            gymnasium.make_vec("slidedrop/Twenty48-v0", num_envs=4096)
gymnasium.make("slidedrop/Connect4-v0", opponent="greedy")          without the import "slidedrop.lab.envs:" goes first
"""

from slidedrop.core.errors import MissingExtra

try:
    import pettingzoo
    from gymnasium.envs.registration import register, registry
except ImportError as error:
    what = "an environment"
    raise MissingExtra(what, "rl") from error

for _name in ("Twenty48", "Connect4"):
    if f"slidedrop/{_name}-v0" not in registry:
        register(
            f"slidedrop/{_name}-v0",
            entry_point=f"slidedrop.lab.envs.env:{_name.lower()}",
            vector_entry_point=f"slidedrop.lab.envs.vector:{_name.lower()}",
        )

if "slidedrop/connect4_v0" not in pettingzoo.env_registry.registration.aec_registry:
    pettingzoo.register("aec", "slidedrop/connect4_v0", entry_point="slidedrop.lab.envs.connect4_v0:env")
