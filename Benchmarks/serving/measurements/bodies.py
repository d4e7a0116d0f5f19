"""Bodies of 10 KB, and a single connection, on which an answer in two writes would be slow."""
import dataclasses

import families
import load
import subjects
from families import Request
from session import median, ratio
from tables import number, table, target

NAME = "bodies"
PARTS = ["small", "large", "file"]
TITLE = "Bodies and connections"


def large(family, count):
    """The requests of a family, below the path for which nginx has the large body."""
    return [Request("/large" + request.path) for request in family.requests(count)]


def large_rules(count, respond):
    """Stubs for them."""
    family = families.named("exact")
    moved = dataclasses.replace(
        family, match=lambda i: {"path": "/large" + family.match(i)["path"]})
    return moved.rules(count, respond)


def file_rules(count):
    """Stubs that answer with the file that measure() stores."""
    return large_rules(count, {"bodyFile": "large.txt", "contentType": "text/plain"})


def measure(session):
    """Samples by case and subject."""
    small = families.named("exact")
    subjects.stored("large.txt", families.LARGE_BODY)
    cases = {
        "small": (10_000, small.rules(10_000), small.requests(10_000)),
        "large": (1_000, large_rules(1_000, {"text": families.LARGE_BODY}), large(small, 1_000)),
        "file": (10_000, file_rules(10_000), large(small, 10_000)),
    }
    chosen = {name: case for name, case in cases.items()
              if not session.only or NAME in session.only or name in session.only}
    figures = {}
    for name, (count, rules, requests) in chosen.items():
        servers = [subjects.nginx(),
                   subjects.stubber(subjects.stored(f"bodies-{name}.json", rules))]
        file = load.request_file(f"bodies-{name}-{count}", requests)
        try:
            runs = {}
            for server in servers:
                server.wait_for_answer(requests[0])
                server.check(requests, 200)
                for connections in (32, 1):
                    runs[f"{server.name}, {connections}"] = (
                        lambda server=server, connections=connections: load.wrk(
                            server, file, session.seconds, connections))
            for run in runs.values():
                run()
            figures[name] = session.take_turns(name, runs)
        finally:
            for server in servers:
                server.stop()
    return figures


TITLES = {"small": "13 bytes, 10,000 stubs", "large": "10 KB in the rule file, 1,000 stubs",
          "file": "10 KB in a file, 10,000 stubs"}


def tables(figures):
    """One table of all cases."""
    rows = []
    for name, runs in figures.items():
        for subject, samples in runs.items():
            server, connections = subject.split(", ")
            rows.append([TITLES[name], connections, server, number(median(samples, "rate")),
                         number(ratio(samples, runs[f"nginx, {connections}"], "rate"), "×"),
                         number(median(samples, "cpu")), number(median(samples, "p50")),
                         number(median(samples, "p99")),
                         number(max(sample["max"] or 0 for sample in samples) / 1e3)])
    return table(["body", "connections", "server", "requests/s", "of nginx", "processor, µs",
                  "p50, µs", "p99, µs", "worst, ms"], rows)


def targets(figures):
    """What the issue asks for."""
    for name in ("large", "file"):
        if name in figures:
            runs = figures[name]
            yield target(f"throughput beside nginx, {TITLES[name]}",
                         ratio(runs["stubber, 32"], runs["nginx, 32"], "rate"), 0.95, "×",
                         least=True)
    for name, runs in figures.items():
        ours, nginx = runs["stubber, 1"], runs["nginx, 1"]
        late = [{"p50": one["p50"] - other["p50"]} for one, other in zip(ours, nginx)
                if one["p50"] is not None]
        yield target(f"one connection, p50 beyond nginx's: {TITLES[name]}", median(late, "p50"),
                     10, " µs")
        yield target(f"one connection, 99 % within: {TITLES[name]}",
                     median(ours, "p99", 1e3), 5, " ms")
