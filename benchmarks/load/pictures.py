"""The pictures of docs/load.md, drawn by matplotlib as SVG."""

import math
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.load.figures import Figures

mpl.rcParams.update(
    {"svg.hashsalt": "load", "svg.fonttype": "none", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3}
)
_STEADY = {"Date": None}  # the same numbers give the same file


def hour(steps: Sequence[Figures], file: Path) -> None:
    """Requests and times over the hour."""
    minutes = [5 * at for at in range(len(steps))]
    figure, (above, below) = _two("minute of the hour")
    above.step(minutes, [step["rate"] for step in steps], where="post", label="arrive")
    above.step(minutes, [step["answered"] for step in steps], where="post", linestyle="--", label="answered rightly")
    above.set_ylabel("requests / s")
    _times(below, minutes, steps)
    _save(figure, (above, below), file)


def climb(steps: Sequence[Figures], file: Path) -> None:
    """What becomes of requests, and their times, as more and more arrive."""
    rates = [step["rate"] for step in steps]
    figure, (above, below) = _two("requests that arrive / s")
    parts = {"right": "#2a9d8f", "refused": "#e9c46a", "late": "#e76f51", "wrong": "#000000"}
    shares = [[step[name] / step["seconds"] for step in steps] for name in parts]
    above.stackplot(rates, *shares, labels=["answered", "told to come again", "no answer in 10 s", "wrong"],
                    colors=list(parts.values()))  # fmt: skip
    above.set_ylabel("requests / s")
    _times(below, rates, steps)
    _save(figure, (above, below), file)


def memory(steps: Sequence[Figures], file: Path) -> None:
    """Memory of the center after each step, from the first to the last."""
    figure = Figure(figsize=(8, 2.6), layout="constrained")
    axes = figure.subplots()
    seconds = [sum(step["seconds"] for step in steps[: at + 1]) for at in range(len(steps))]
    axes.plot(seconds, [step["megabytes"] for step in steps], marker=".")
    axes.set_xlabel("seconds of load")
    axes.set_ylabel("MB")
    axes.set_ylim(bottom=0)
    _save(figure, (), file)


def _two(below: str) -> tuple[Figure, Sequence[Axes]]:
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes: Sequence[Axes] = figure.subplots(2, 1, sharex=True)
    axes[1].set_xlabel(below)
    return figure, axes


def _times(axes: Axes, at: Sequence[float], steps: Sequence[Figures]) -> None:
    for name in ("p50", "p99", "p999"):
        axes.plot(at, [step["all"].get(name, math.nan) for step in steps], marker=".", label=name)
    axes.set_yscale("log")
    axes.set_ylabel("ms until the answer")


def _save(figure: Figure, legends: Sequence[Axes], file: Path) -> None:
    for axes in legends:
        axes.legend(loc="upper left", frameon=False)
    figure.savefig(file, format="svg", metadata=_STEADY)
