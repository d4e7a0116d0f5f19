"""What answering a `URLSession` in the process costs beside a bare `URLProtocol`."""
import json
import os
import subprocess

from processes import PREFIX, SERVER_CORE
from session import median, ratio
from tables import number, table, target

NAME = "inprocess"
PARTS = []
TITLE = "In the process"

REQUESTS = 5_000


def measure(session):
    """One mapping for each repeat: µs for a request by subject, ms for adding 10,000 stubs, µs for
    one more of 100,000."""
    run = subprocess.run(
        [*PREFIX, "taskset", "-c", str(SERVER_CORE), os.environ["INPROCESS"],
         str(session.repeats), str(REQUESTS)],
        capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def columns(figures):
    """The figures as samples by subject."""
    return {name: [{"cpu": figure[name]} for figure in figures] for name in figures[0]}


def tables(figures):
    """One table."""
    samples = columns(figures)
    titles = {"bare": "a bare `URLProtocol`", "10": "10 stubs", "10000": "10,000 stubs"}
    lines = table(["answered by", "processor for each request, µs", "of the bare one's"],
                  [[title, number(median(samples[name], "cpu")),
                    number(ratio(samples[name], samples["bare"], "cpu"), "×")]
                   for name, title in titles.items()])
    adding, one, removing = (
        number(median(samples[name], "cpu")) for name in ("adding", "adding one", "removing one"))
    return [*lines, "",
            f"Adding 10,000 stubs one by one takes {adding} ms of the processor, adding one to 100,000 "
            f"{one} µs, and removing it {removing} µs."]


def targets(figures):
    """What the issue asks for."""
    samples = columns(figures)
    for name, limit in (("10", 1.05), ("10000", 1.10)):
        yield target(f"in the process beside a bare `URLProtocol`, {int(name):,} stubs",
                     ratio(samples[name], samples["bare"], "cpu"), limit, "×")
    yield target("adding 10,000 stubs one by one", median(samples["adding"], "cpu"), 60, " ms")
    for name in ("adding one", "removing one"):
        yield target(f"{name} stub of 100,000", median(samples[name], "cpu"), 1_000, " µs")
