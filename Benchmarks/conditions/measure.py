#!/usr/bin/env python3
"""Measures what a decision costs, for each condition, format and number of stubs.

  measure.py MATCH_COST [--sizes 10,1000,10000] [--formats own,wiremock] [--only TEXT]...
             [--markdown FILE]

Times are those of the fastest round, in microseconds of processor time. Marked are times with which
a request to the listener takes more than twice the time of a request for an exact path.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from bodies import BODIES
from formats import DOCUMENTS, RECORDINGS
from heads import HEADS

#: The requests that are decided on in a round, evenly spread over the stubs.
REQUESTS = 200
#: The microseconds of processor time of a request to the listener that is told by its exact path.
LIMIT = 28


def time(program, condition, name, count):
    """The microseconds of a decision, or a text that says why there are none."""
    with tempfile.TemporaryDirectory() as folder:
        suffix = ".har" if name == "har" else ".json"
        document = pathlib.Path(folder, f"stubs{suffix}")
        document.write_text(condition.document(name, count), encoding="utf-8")
        numbers = range(0, count, max(1, count // REQUESTS))
        messages = pathlib.Path(folder, "requests.json")
        messages.write_text(json.dumps([condition.message(i) for i in numbers]), encoding="utf-8")
        run = subprocess.run([program, document, messages, str(condition.status)],
                             capture_output=True, text=True, check=False)
        if run.returncode:
            lines = [line for line in run.stderr.splitlines() if "rror" in line] or ["failed"]
            return lines[0][:300]
        return int(run.stdout.split()[1]) / 1000


def cell(found):
    if isinstance(found, str):
        return "error"
    text = f"{found:,.0f}" if found >= 100 else f"{found:.1f}"
    return f"**{text}**" if found > LIMIT else text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--sizes", default="10,1000,10000")
    parser.add_argument("--formats", default=",".join([*DOCUMENTS, *RECORDINGS]))
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--markdown", type=pathlib.Path)
    options = parser.parse_args()
    names = options.formats.split(",")
    lines, errors, marked = [], [], 0

    def put(line):
        lines.append(line)
        print(line, flush=True)

    for count in map(int, options.sizes.split(",")):
        put(f"\nMicroseconds of a decision among {count:,} stubs:\n")
        put("| condition | " + " | ".join(names) + " |")
        put("|---|" + "--:|" * len(names))
        for condition in [*HEADS, *BODIES]:
            if options.only and not any(text in condition.name for text in options.only):
                continue
            row = []
            for name in names:
                if name not in condition.formats() or count > condition.most:
                    row.append("")
                    continue
                found = time(options.program, condition, name, count)
                if isinstance(found, str):
                    errors.append(f"{condition.name}, {name}, {count} stubs: {found}")
                row.append(cell(found))
                marked += row[-1].startswith("**")
            put(f"| {condition.name} | " + " | ".join(row) + " |")
    put(f"\n{marked} times are above {LIMIT} µs.")
    if options.markdown:
        options.markdown.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if errors:
        sys.exit("error: not measured:\n" + "\n".join(errors))


main()
