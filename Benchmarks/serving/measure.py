#!/usr/bin/env python3
"""Measures servers in one session and writes tables and charts.

  measure.py VERSIONS      measures what ONLY asks for
  measure.py --report      writes tables and charts again from the figures that were kept
"""
import datetime
import json
import os
import pathlib
import shutil
import sys

import machine
import processes
import report
from measurements import ALL
from session import Session
from subjects import WORK, extra_options

RESULTS = pathlib.Path("Benchmarks/RESULTS.md")


def clear():
    """Removes what an earlier session has left, but for what was installed and measured."""
    WORK.mkdir(parents=True, exist_ok=True)
    for path in WORK.iterdir():
        if path.name in ("python", "results", "figures.json"):
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def main():
    kept = WORK / "figures.json"
    if sys.argv[1] != "--report":
        clear()
        os.sched_setaffinity(0, {processes.CLIENT_CORE})
        session = Session()
        header = {
            "date": str(datetime.date.today()), "machine": machine.description(),
            "versions": sys.argv[1], "load": machine.load(), "repeats": session.repeats,
            "seconds": session.seconds, "prefix": " ".join(processes.PREFIX),
            "options": " ".join(extra_options()), "whole": session.is_whole,
            "others": session.with_others,
        }
        stolen = machine.stolen()
        try:
            for measurement in ALL:
                if session.wants(measurement.NAME, measurement.PARTS):
                    session.measure(measurement)
                    header["stolen"] = machine.stolen() - stolen
                    header["repeated"] = session.repeated
                    session.save(kept, header)
        finally:
            processes.stop_all()
    document = json.loads(kept.read_text(encoding="utf-8"))
    # Only what was measured as a whole, in one session, is kept in the repository.
    folder = pathlib.Path("Benchmarks") if document["header"]["whole"] else WORK / "results"
    report.write(document, folder)


main()
