#!/usr/bin/env python3
"""Counts instructions with callgrind and compares them with thresholds.

  count.py MATCH_COST [--update]

The stubs and requests are those of the serving measurement.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "serving"))
import families  # noqa: E402, found by the line above

THRESHOLDS = HERE / "thresholds.json"

#: What is allowed beyond what was counted, as toolchains and libraries differ.
ALLOWANCE = 1.15

#: Requests that are counted, after as many that make what is made once.
REQUESTS = 100

#: The function whose instructions count, with all it calls.
FUNCTION = "*MatchCostO7measure*"


def cases(family):
    """Numbers of stubs, and whether stubs are asked that were not asked before."""
    yield family.sizes[0], False
    # Many: 10,000 where the kind can have so many.
    many = 10_000 if 10_000 in family.sizes else family.sizes[-1]
    yield many, False
    yield many, True
    # Very many take long to load below valgrind: they are counted for one kind.
    if family.name == "exact":
        yield family.sizes[-1], False


def count(program, family, stubs, is_first, folder):
    """Instructions for each request."""
    requests = family.requests(stubs)[:2 * REQUESTS]
    if not is_first:
        requests = requests[:REQUESTS] * 2
    rules, messages, output = (os.path.join(folder, name) for name in ("rules", "requests", "out"))
    rules += ".json"
    with open(rules, "w", encoding="utf-8") as file:
        file.write(family.rules(stubs))
    with open(messages, "w", encoding="utf-8") as file:
        json.dump([message(request) for request in requests], file)
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}",
         f"--toggle-collect={FUNCTION}", program, rules, messages, str(REQUESTS),
         str(family.status)], capture_output=True, text=True,
        # The order in which sets and dictionaries are walked is the same in all runs.
        env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not collected or collected[1] == "0":
        raise SystemExit(f"{family.name}, {stubs} stubs: expected a count:\n{run.stderr}")
    return round(int(collected[1]) / REQUESTS)


def message(request):
    """A request as match-cost reads it."""
    members = {"method": request.method, "path": request.path, "headers": dict(request.headers)}
    if request.body:
        members["headers"]["Content-Type"] = "application/json"
        members["body"] = request.body
    return members


def main():
    program = sys.argv[1]
    is_update = "--update" in sys.argv
    only = os.environ.get("ONLY", "").split()
    thresholds = json.loads(THRESHOLDS.read_text()) if THRESHOLDS.exists() else {}
    exceeded, unknown = [], []
    print("| stubs are told apart by | stubs | asked | instructions for each request | at most |")
    print("|---|---|---|---|---|")
    for family in families.FAMILIES:
        if only and family.name not in only:
            continue
        for stubs, is_first in cases(family):
            with tempfile.TemporaryDirectory() as folder:
                found = count(program, family, stubs, is_first, folder)
            asked = "first" if is_first else "again"
            limits = thresholds.setdefault(family.name, {})
            if is_update:
                limits[f"{stubs} {asked}"] = round(found * ALLOWANCE)
            limit = limits.get(f"{stubs} {asked}")
            is_exceeded = limit is not None and found > limit
            if limit is None or is_exceeded:
                (exceeded if is_exceeded else unknown).append(
                    f"{family.title}, {stubs} stubs, asked {asked}")
            text = f"**{found:,}**" if is_exceeded else f"{found:,}"
            known = "unknown" if limit is None else f"{limit:,}"
            print(f"| {family.title} | {stubs:,} | {asked} | {text} | {known} |", flush=True)
    if is_update:
        THRESHOLDS.write_text(json.dumps(thresholds, indent=2) + "\n")
    if unknown:
        raise SystemExit(f"error: expected a threshold in {THRESHOLDS}, found none for: "
                         f"{'; '.join(unknown)}; --update writes them")
    if exceeded:
        raise SystemExit(f"error: expected at most the instructions of {THRESHOLDS}, found more "
                         f"for: {'; '.join(exceeded)}")


main()
