from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable


@dataclass(frozen=True)
class Line:
    """One article in a basket: its price for one piece in cents, and how many pieces."""

    article: str
    price: int
    pieces: int = 1

    def __post_init__(self) -> None:
        if self.price < 0 or self.pieces < 1:
            raise ValueError(f"{self.article}: a price is 0 or more, and there is at least one piece")


def line_total(line: Line) -> int:
    """What one line costs, in cents."""
    return line.price * line.pieces


def total(lines: Iterable[Line]) -> int:
    """What the whole basket costs, in cents."""
    return sum(line_total(line) for line in lines)
