"""Key bindings that several screens share; each screen declares its own beside its code.

`id` is the name for another key (`slidedrop config set keys.undo z`), `tooltip` the text of the help; a hidden binding
is not shown in the bottom line.
"""

from functools import partial
from typing import Final

from textual.binding import Binding

hidden: Final = partial(Binding, show=False)
HELP: Final = Binding("question_mark,f1", "app.help", "Help", key_display="?", id="help")
HOME: Final = Binding("escape,q", "app.back", "Home")
DOWN_UP: Final = (hidden("j", "move('down')", "Down"), hidden("k", "move('up')", "Up"))
