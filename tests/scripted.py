"""Rules run on forced dice and answers."""

from types import SimpleNamespace

import pytest

from hexless.kernel import Game, IllegalAnswer, Script


def run(state, procedure, *args, script=()):
    """Run a procedure on forced answers, all of which are used; `value` is what it returns."""
    source = Script(*script)
    g = Game(state, source)
    value = procedure(g, *args)
    source.done()
    return SimpleNamespace(g=g, value=value, state=g.state, fired=g.fired, log=g.log, made=source.made)


def refused(state, procedure, *args, script=()):
    """The refusal of the script's last answer."""
    source = Script(*script)
    with pytest.raises(IllegalAnswer) as caught:
        procedure(Game(state, source), *args)
    source.done()
    return caught.value.refusal
