#!/usr/bin/env python3
"""Draws flame graphs of `stubber serve` under load, to see what the time of a request goes into.

  profiling.py STUBBER     looks at each case below and writes charts/flame-CASE.svg

Needs Linux's perf, whose timer (`cpu-clock`) works in virtual machines, too.
"""
import collections
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import time

os.environ.setdefault("STUBBER", sys.argv[1] if len(sys.argv) > 1 else "")

# pylint: disable=wrong-import-position
import families
import load
import processes
import subjects
from flame import flame_graph
from measurements import bodies

CHARTS = pathlib.Path("Benchmarks/charts")
SECONDS = 8

RUNTIME = re.compile(
    r"^_?swift_|^swift::|malloc|^_int_|^free$|^cfree|^tcache|AccessSet|tls_get_addr|RefCount")


@dataclasses.dataclass
class Case:
    """What is looked at."""
    name: str
    #: What its stubs are told apart by or answer with.
    title: str
    stubs: int
    rules: str
    requests: list
    failures: bool = False


def kind(library, name):
    """Where a function belongs; what has no file is what PCRE2 has compiled."""
    if library.startswith("[kernel") or "vdso" in library:
        return "kernel"
    if RUNTIME.search(name):
        return "reference counts, exclusivity, memory"
    return "stubber" if "stubber" in library or "libswift" in library else "C libraries"


def chains(recording):
    """How often each chain of calls was found, the outermost first."""
    text = subprocess.run(["perf", "script", "-i", recording, "-F", "ip,sym,dso"],
                          capture_output=True, text=True, check=True).stdout
    demangled = subprocess.run(["swift", "demangle", "--simplified"], input=text,
                               capture_output=True, text=True, check=True).stdout
    found = collections.Counter()
    for sample in demangled.split("\n\n"):
        chain = []
        for line in sample.splitlines():
            match = re.match(r"\s*[0-9a-f]+ (.*) \((.*)\)$", line)
            if match:
                name = re.sub(r"\+0x[0-9a-f]+$", "", match[1]).replace("[unknown]", "?")
                chain.append((kind(match[2], name), name))
        if chain:
            found[tuple(reversed(chain))] += 1
    return found


def profile(case):
    """Writes the graph of one case."""
    rules = subjects.stored(f"profile-{case.name}.json", case.rules)
    path = load.request_file(f"profile-{case.name}-{case.stubs}", case.requests)
    server = subjects.stubber(rules)
    server.wait_for_answer(case.requests[0])
    load.wrk(server, path, 2, failures=case.failures)
    recording = str(subjects.WORK / f"{case.name}.perf")
    with subprocess.Popen(
            ["perf", "record", "-q", "-e", "cpu-clock", "-F", "1997", "--call-graph", "fp", "-o",
             recording, "-p", str(server.process.pid), "--", "sleep", str(SECONDS)]) as recorder:
        time.sleep(0.2)
        load.wrk(server, path, SECONDS + 1, failures=case.failures)
        recorder.wait()
    server.stop()
    title = f"A request with {case.stubs:,} stubs: {case.title}"
    target = CHARTS / f"flame-{case.name}.svg"
    target.write_text(flame_graph(title, chains(recording)), encoding="utf-8")
    processes.note(f"written: {target}")


def family_case(name, stubs, suffix=""):
    """Stubs of a family."""
    family = families.named(name)
    return Case(name + suffix, family.title, stubs, family.rules(stubs), family.requests(stubs),
                family.status != 200)


def file_case(stubs):
    """Stubs that answer with a body file of 10 KB."""
    subjects.stored("large.txt", families.LARGE_BODY)
    return Case("file", "10 KB in a file", stubs, bodies.file_rules(stubs),
                bodies.large(families.named("exact"), stubs))


def cases():
    """All that is looked at."""
    yield family_case("exact", 10_000)
    yield family_case("exact", 100_000, "-100000")
    yield family_case("miss", 1_000)
    yield file_case(10_000)


def main():
    """Looks at all cases."""
    if not subjects.STUBBER:
        raise SystemExit("expected the path of stubber, found none; try Benchmarks/serving/profile")
    subjects.WORK.mkdir(parents=True, exist_ok=True)
    for case in cases():
        profile(case)


if __name__ == "__main__":
    main()
