"""The measured values, as a table with both sides."""

import statistics
from dataclasses import dataclass, field


def percentile(values: list[float], part: float) -> float:
    """The percentile by the nearest rank, which is one of the measured values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


@dataclass
class Pairs:
    """Rounds of the same work without and with the library.

    The ratio is taken within each round, because a slow phase of the machine affects both sides
    of a round. The median of these ratios counts.
    """

    name: str
    unit: str
    target: float
    # The percentiles that are compared with the target.
    judged: tuple[float, ...] = (0.5, 0.99)
    rounds: list[tuple[list[float], list[float]]] = field(default_factory=list)

    def add(self, bare: list[float], library: list[float]) -> None:
        self.rounds.append((bare, library))

    def ratio(self, part: float) -> float:
        return statistics.median(
            percentile(library, part) / percentile(bare, part) for bare, library in self.rounds)

    def value(self, side: int, part: float) -> float:
        return statistics.median(percentile(round[side], part) for round in self.rounds)

    @property
    def passed(self) -> bool:
        return all(self.ratio(part) <= self.target for part in self.judged)

    def lines(self, parts: tuple[float, ...], sides: tuple[str, str]) -> list[list[str]]:
        lines = []
        for side, name in enumerate(sides):
            n = sum(len(round[side]) for round in self.rounds)
            lines.append([self.name if side == 0 else "", name, str(n),
                          *(f"{self.value(side, part):.2f} {self.unit}" for part in parts),
                          "", "", ""])
        lines[1][5:] = [" ".join(f"{self.ratio(part):.2f}" for part in parts),
                        f"≤ {self.target:g}" if self.judged else "", verdict(self)]
        return lines


@dataclass
class Limit:
    """A value of the library alone, compared with a limit; `bare` is the value without the
    library."""

    name: str
    unit: str
    target: float
    library: list[float]
    bare: list[float] = field(default_factory=list)
    judged: tuple[float, ...] = (0.5, 0.99)
    of_its_own: bool = False

    @property
    def passed(self) -> bool:
        """Whether the library's own cost, beyond the list's, is within the limit."""
        def over(part: float) -> float:
            anyway = percentile(self.bare, part) if self.of_its_own else 0
            return percentile(self.library, part) - anyway
        return all(over(part) <= self.target for part in self.judged)

    def lines(self, parts: tuple[float, ...], sides: tuple[str, str]) -> list[list[str]]:
        lines = []
        for name, values in zip(sides, (self.bare, self.library)):
            if values:
                lines.append(["", name, str(len(values)),
                              *(f"{percentile(values, part):.2f} {self.unit}" for part in parts),
                              "", "", ""])
        lines[0][0] = self.name
        if self.judged:
            target = f"{'+' if self.of_its_own else ''}≤ {self.target:g}"
            lines[-1][6:] = [target, verdict(self)]
        return lines


def verdict(result: Pairs | Limit) -> str:
    return "" if not result.judged else "passed" if result.passed else "MISSED"


def table(results: list[Pairs | Limit], parts: tuple[float, ...] = (0.5, 0.99),
          side: str = "library", sides: tuple[str, str] = ("without", "with")) -> str:
    """
    Args:
        parts: the percentiles that are shown.
        side: the title of the column with the names of the two sides.
    """
    names = [f"p{100 * part:.0f}" for part in parts]
    head = ["what", side, "n", *names, " ".join(["ratio", *names]), "target", ""]
    lines = [head] + [line for result in results for line in result.lines(parts, sides)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    left = (0, 1, 7)

    def row(line: list[str]) -> str:
        return "  ".join(cell.ljust(width) if column in left else cell.rjust(width)
                         for column, (cell, width) in enumerate(zip(line, widths))).rstrip()
    rule = "  ".join("─" * width for width in widths)
    return "\n".join([row(head), rule, *map(row, lines[1:])])
