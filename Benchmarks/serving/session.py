"""What was asked for by the environment, and the figures of one session."""
import dataclasses
import json
import os
import statistics
import time

import machine
from processes import note

#: The part of one processor that the host of a virtual machine may take during a run; one that has
#: lost more is done again, up to so many times.
LITTLE_LOST = 0.03
TRIES = 3


def _words(name):
    return os.environ.get(name, "").replace(",", " ").split()


@dataclasses.dataclass
class Session:
    """How much is measured, and what was."""
    repeats: int = int(os.environ.get("REPEATS", "15"))
    #: The length of each run of a client.
    seconds: int = int(os.environ.get("DURATION", "1"))
    #: Requests after which memory is looked at.
    requests: int = int(os.environ.get("REQUESTS", "1000000"))
    #: Names of measurements or families; all when there is none.
    only: tuple = tuple(_words("ONLY"))
    #: The only numbers of stubs to measure with; all when there is none.
    sizes: tuple = tuple(map(int, _words("SIZES")))
    with_others: bool = os.environ.get("OTHERS", "1") != "0"
    #: How often a run was done again because the host had taken much.
    repeated: int = 0
    figures: dict = dataclasses.field(default_factory=dict)
    #: Load before and seconds taken by the host, by measurement.
    noise: dict = dataclasses.field(default_factory=dict)

    @property
    def is_whole(self):
        """Whether it measured everything of `stubber`, as the results to keep must."""
        return not self.only and not self.sizes and self.requests >= 1_000_000

    def wants(self, name, parts=()):
        """Whether a measurement, or one of its parts, was asked for."""
        return not self.only or name in self.only or any(part in self.only for part in parts)

    def chosen(self, sizes):
        """Those of the sizes that were asked for."""
        return [size for size in sizes if not self.sizes or size in self.sizes]

    def take_turns(self, title, runs, most=None):
        """Does all runs in turn, A B A B, as often as asked for, or at most so often; their samples
        by name."""
        samples = {name: [] for name in runs}
        repeats = min(self.repeats, most or self.repeats)
        for repeat in range(repeats):
            for name, run in runs.items():
                taken = self._undisturbed(run)
                samples[name].append(taken)
                cpu = taken.get("cpu")
                note(f"  {title} {repeat + 1}/{repeats} {name}: {taken['rate']:.0f}/s, "
                     + (f"{cpu:.1f} µs" if cpu is not None else "no answer"))
        return samples

    def _undisturbed(self, run):
        """The first of some tries during which the host took little, else the least disturbed."""
        tries = []
        while len(tries) < TRIES:
            began, stolen = time.monotonic(), machine.stolen()
            taken = run()
            lost = (machine.stolen() - stolen) / (time.monotonic() - began)
            tries.append((lost, taken))
            if lost <= LITTLE_LOST:
                break
        self.repeated += len(tries) - 1
        return min(tries, key=lambda one: one[0])[1]

    def measure(self, measurement):
        """Does a measurement and keeps its figures."""
        note(f"== {measurement.NAME}")
        load, stolen = machine.load(), machine.stolen()
        self.figures[measurement.NAME] = measurement.measure(self)
        self.noise[measurement.NAME] = [load, machine.stolen() - stolen]

    def save(self, path, header):
        """Keeps the figures, so that tables and charts can be made again."""
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"header": header, "noise": self.noise, "figures": self.figures})
        path.write_text(text, encoding="utf-8")


def median(samples, key, unit=1):
    """The median of a figure, in the unit given; none when a run has none."""
    values = [sample.get(key) for sample in samples]
    return None if not values or None in values else statistics.median(values) / unit


def ratio(samples, others, key):
    """The median of the ratios of runs that followed each other."""
    pairs = [(one.get(key), other.get(key)) for one, other in zip(samples, others)]
    if not pairs or any(not other or one is None for one, other in pairs):
        return None
    return statistics.median(one / other for one, other in pairs)
