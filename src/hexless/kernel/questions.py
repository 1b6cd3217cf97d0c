"""Questions: all that a game ever wants from a player.

Every kind, finite or continuous, has one shape, so that the browser, the bots, random play and the fuzzers work with
any of them: `accept` reads an answer's form, `check` judges it, `sample` draws one, `suggest` proposes some, `wire` is
what a client is told, `key` is the text that a replay compares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any, ClassVar, TypeVar
from zlib import crc32

from . import forms
from .errors import BadAnswer, IllegalAnswer, clip
from .state import Value
from .streams import Stream

__all__ = ["Choice", "Labels", "OneOf", "Order", "Question", "Refusal", "Split", "YesNo"]

Choice = str | int | None
F = TypeVar("F", bound=forms.Form)


class Refusal(Value, frozen=True):
    """Why an answer is not legal: the rule in words, its id, and what to draw on the table."""

    says: str
    rule: str = ""
    witness: Any = None


class Question(Value, frozen=True, kw_only=True):
    """What every kind shares: the words, and the rules that make the game ask."""

    prompt: str
    rules: tuple[str, ...] = ()
    by: int | None = None  # the unit that acts on the answer
    to: int | None = None  # the unit that it is done to, or that set it off
    secret: bool = False  # asked even if only one answer is legal, because not asking would tell something
    dear: ClassVar[int] = 1  # what it takes to propose an answer, in runs of a procedure

    @property
    def kind(self) -> str:
        """The kind's name on the wire."""
        return type(self).__name__

    @property
    def key(self) -> str:
        """The question as a replay recognises it."""
        return f"{self.kind} {self.prompt}{self._mark()}"

    def _mark(self) -> str:
        return ""

    def accept(self, raw: object) -> Any:
        """The answer in its proper form, or `BadAnswer`."""
        raise NotImplementedError

    def check(self, answer: Any) -> Refusal | None:
        """None if the answer is legal, else why not."""
        raise NotImplementedError

    def meant(self, raw: object) -> Any:
        """What a hand means that is a little off: for answers of people, before they are judged and taped."""
        return self.accept(raw)

    def sample(self, stream: Stream) -> Any:
        """Any legal answer, by chance."""
        raise NotImplementedError

    def suggest(self, most: int) -> Sequence[Any]:
        """Legal answers worth considering, good ones first; every one if they are few enough."""
        raise NotImplementedError

    def only(self) -> tuple[Any] | None:
        """The one legal answer, where there is but one and nothing is told by not asking."""
        return None

    def decline(self) -> tuple[Any] | None:
        """The answer that leaves it be, where the question may be left."""
        return None

    def wire(self) -> forms.Form:
        """The form that a client is told."""
        raise NotImplementedError

    def _told(self, form: type[F], **own: Any) -> F:
        return form(prompt=self.prompt, rules=self.rules, by=self.by, to=self.to, **own)

    def _refuse(self, says: str) -> Refusal:
        return Refusal(says, self.rules[0] if self.rules else "")

    def judge(self, raw: object) -> Any:
        """The answer in its proper form, checked; `BadAnswer` or `IllegalAnswer` otherwise."""
        answer = self.accept(raw)
        if refusal := self.check(answer):
            raise IllegalAnswer(refusal)
        return answer


@lru_cache(maxsize=4096)
def _print(options: tuple[Choice, ...]) -> str:
    """A fingerprint of what may be answered, whatever its order."""
    return f"{crc32(repr(sorted(map(repr, options))).encode()):08x}"


class Labels(Sequence[str]):
    """What the options are called, worked out when somebody reads it: a label may be dearer than its question."""

    __slots__ = ("_options", "_word")

    def __init__(self, options: Sequence[Any], word: Callable[[Any], str]) -> None:
        self._options, self._word = options, word

    def __len__(self) -> int:
        return len(self._options)

    def __getitem__(self, at: Any) -> Any:
        return tuple(map(self._word, self._options[at])) if isinstance(at, slice) else self._word(self._options[at])


class OneOf(Question, frozen=True, kw_only=True):
    """Choose one. `about` says what the options are ("unit", "action", ...); `why` explains what is not offered."""

    options: tuple[Choice, ...]
    labels: Sequence[str] = ()
    about: str = ""
    why: Callable[[Choice], Refusal | None] | None = None
    declines: str = ""  # the option that leaves it be, where that is a word; else None does
    manual: str = ""  # the option that only lets a person do by hand what another does as well: it is not proposed

    def _mark(self) -> str:
        return f" #{_print(self.options)}"

    def only(self) -> tuple[Choice] | None:
        return (self.options[0],) if len(self.options) == 1 and not self.secret else None

    def decline(self) -> tuple[Choice] | None:
        leaves = self.declines or None
        return (leaves,) if leaves in self.options else None

    def accept(self, raw: object) -> Choice:
        if raw is None or type(raw) in (int, str):
            return raw  # type: ignore[return-value]
        raise BadAnswer(raw, f"one of {self._listed()}")

    def check(self, answer: Choice) -> Refusal | None:
        if answer in self.options:
            return None
        if self.why and (refusal := self.why(answer)):
            return refusal
        return self._refuse(f"{clip(answer)} is not one of {self._listed()}")

    def _listed(self) -> str:
        return ", ".join("pass" if option is None else str(option) for option in self.options)

    def sample(self, stream: Stream) -> Choice:
        return stream.choice(self.options)

    def suggest(self, most: int) -> Sequence[Choice]:
        return (tuple([o for o in self.options if o != self.manual]) if self.manual else self.options)[:most]

    def wire(self) -> forms.OneOf:
        return self._told(forms.OneOf, options=self.options, labels=tuple(self.labels), about=self.about)


class YesNo(Question, frozen=True, kw_only=True):
    """Yes or no."""

    def accept(self, raw: object) -> bool:
        if isinstance(raw, bool):
            return raw
        raise BadAnswer(raw, "true or false")

    def check(self, answer: bool) -> Refusal | None:
        return None

    def sample(self, stream: Stream) -> bool:
        return bool(stream.below(2))

    def suggest(self, most: int) -> Sequence[bool]:
        return (True, False)[:most]

    def decline(self) -> tuple[bool] | None:
        return (False,)

    def wire(self) -> forms.YesNo:
        return self._told(forms.YesNo)


class Split(Question, frozen=True, kw_only=True):
    """Share out `total` points over named slots, each within its cap."""

    total: int
    slots: tuple[str, ...]
    caps: tuple[int, ...]

    def _mark(self) -> str:
        return f" {self.total} over {' '.join(f'{s}<={c}' for s, c in zip(self.slots, self.caps))}"

    def accept(self, raw: object) -> tuple[int, ...]:
        if isinstance(raw, list | tuple) and len(raw) == len(self.slots) and all(type(n) is int for n in raw):
            return tuple(raw)
        raise BadAnswer(raw, f"{len(self.slots)} whole numbers, for {', '.join(self.slots)}")

    def check(self, answer: tuple[int, ...]) -> Refusal | None:
        for slot, cap, n in zip(self.slots, self.caps, answer):
            if not 0 <= n <= cap:
                return self._refuse(f"{slot} takes from 0 to {cap}, not {clip(n)}")
        if sum(answer) != self.total:
            return self._refuse(f"{self.total} must be shared out, not {sum(answer)}")
        return None

    def sample(self, stream: Stream) -> tuple[int, ...]:
        shares = [0] * len(self.slots)
        for _ in range(self.total):
            shares[stream.choice([i for i, cap in enumerate(self.caps) if shares[i] < cap])] += 1
        return tuple(shares)

    def only(self) -> tuple[tuple[int, ...]] | None:
        open_slots, room = len(self.caps) - self.caps.count(0), sum(self.caps)
        if self.secret or self.total > room or (open_slots > 1 and 0 < self.total < room):
            return None
        return (self.suggest(1)[0],)

    def suggest(self, most: int) -> Sequence[tuple[int, ...]]:
        ways: list[tuple[int, ...]] = []
        self._fill((), self.total, most, ways)
        return ways

    def _fill(self, start: tuple[int, ...], left: int, most: int, ways: list[tuple[int, ...]]) -> None:
        slot = len(start)
        if len(ways) >= most or left > sum(self.caps[slot:]):
            return
        if slot == len(self.slots):
            ways.append(start)
            return
        for n in range(min(left, self.caps[slot]), -1, -1):
            self._fill((*start, n), left - n, most, ways)

    def wire(self) -> forms.Split:
        return self._told(forms.Split, total=self.total, slots=self.slots, caps=self.caps)


class Order(Question, frozen=True, kw_only=True):
    """Put all the items in an order of your own."""

    items: tuple[Choice, ...]
    labels: tuple[str, ...] = ()
    about: str = ""

    def _mark(self) -> str:
        return f" #{_print(self.items)}"

    def only(self) -> tuple[tuple[Choice, ...]] | None:
        return (self.items,) if len(Counter(self.items)) <= 1 and not self.secret else None

    def accept(self, raw: object) -> tuple[Choice, ...]:
        if isinstance(raw, list | tuple) and all(i is None or type(i) in (int, str) for i in raw):
            return tuple(raw)
        raise BadAnswer(raw, f"all of {', '.join(map(str, self.items))} in an order")

    def check(self, answer: tuple[Choice, ...]) -> Refusal | None:
        if Counter(answer) == Counter(self.items):
            return None
        return self._refuse(f"each of {', '.join(map(str, self.items))} has to appear once")

    def sample(self, stream: Stream) -> tuple[Choice, ...]:
        return tuple(stream.shuffled(self.items))

    def suggest(self, most: int) -> Sequence[tuple[Choice, ...]]:
        return [way for way, _ in zip(permutations(self.items), range(most))]

    def wire(self) -> forms.Order:
        return self._told(forms.Order, items=self.items, labels=self.labels, about=self.about)
