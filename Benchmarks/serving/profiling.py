#!/usr/bin/env python3
"""Draws flame graphs of `stubber serve` under load, to see what the time of a request goes into.

  profiling.py STUBBER     looks at each family below and writes charts/flame-FAMILY.svg

Needs Linux's perf, whose timer (`cpu-clock`) works in virtual machines, too.
"""
import collections
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

CHARTS = pathlib.Path("Benchmarks/charts")
SECONDS = 8
#: What is looked at: a family, and how many stubs.
CASES = [("exact", 10_000), ("bare-regex", 400), ("miss", 1_000)]

RUNTIME = re.compile(
    r"^_?swift_|^swift::|malloc|^_int_|^free$|^cfree|^tcache|AccessSet|tls_get_addr|RefCount")


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


def profile(family, count):
    """Writes the graph of one family."""
    rules = subjects.stored(f"profile-{family.name}.json", family.rules(count))
    requests = family.requests(count)
    path = load.request_file(f"profile-{family.name}-{count}", requests)
    server = subjects.stubber(rules)
    server.wait_for_answer(requests[0])
    failures = family.status != 200
    load.wrk(server, path, 2, failures=failures)
    recording = str(subjects.WORK / f"{family.name}.perf")
    with subprocess.Popen(
            ["perf", "record", "-q", "-e", "cpu-clock", "-F", "1997", "--call-graph", "fp", "-o",
             recording, "-p", str(server.process.pid), "--", "sleep", str(SECONDS)]) as recorder:
        time.sleep(0.2)
        load.wrk(server, path, SECONDS + 1, failures=failures)
        recorder.wait()
    server.stop()
    title = f"A request with {count:,} stubs: {family.title}"
    target = CHARTS / f"flame-{family.name}.svg"
    target.write_text(flame_graph(title, chains(recording)), encoding="utf-8")
    processes.note(f"written: {target}")


def main():
    """Looks at all cases."""
    if not subjects.STUBBER:
        raise SystemExit("expected the path of stubber, found none; try Benchmarks/serving/profile")
    subjects.WORK.mkdir(parents=True, exist_ok=True)
    for name, count in CASES:
        profile(families.named(name), count)


if __name__ == "__main__":
    main()
