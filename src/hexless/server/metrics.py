"""What the server counts, in the form that Prometheus reads. No name, key or address is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

__all__ = ["Metrics"]

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Metrics:
    """Counters since the start, and the times of answers."""

    def __init__(self) -> None:
        self.messages: Counter[str] = Counter()  # by kind
        self.refused: Counter[str] = Counter()  # errors by code
        self._answers = [0] * (len(_BOUNDS) + 1)
        self._seconds = 0.0

    def answered(self, seconds: float) -> None:
        """An answer was heeded within so many seconds."""
        self._answers[sum(seconds > bound for bound in _BOUNDS)] += 1
        self._seconds += seconds

    def text(self, gauges: Mapping[str, float]) -> str:
        """All of it."""
        lines: list[str] = []
        for name, value in gauges.items():
            lines += [f"# TYPE hexless_{name} gauge", f"hexless_{name} {value:g}"]
        for name, label, counted in (("messages", "kind", self.messages), ("errors", "code", self.refused)):
            lines.append(f"# TYPE hexless_{name}_total counter")
            lines += [f'hexless_{name}_total{{{label}="{key}"}} {n}' for key, n in sorted(counted.items())]
        return "\n".join([*lines, *self._histogram()]) + "\n"

    def _histogram(self) -> list[str]:
        name, total = "hexless_answer_seconds", 0
        lines = [f"# TYPE {name} histogram"]
        for bound, count in zip((*_BOUNDS, "+Inf"), self._answers):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self._seconds:.6f}", f"{name}_count {total}"]
