#!/usr/bin/env python3
"""Measures servers in one session and writes tables and charts.

  measure.py VERSIONS      measures what ONLY asks for
  measure.py --report      writes tables and charts again from the figures that were kept
"""
import datetime
import json
import os
import pathlib
import sys

import machine
import processes
import report
from measurements import ALL
from session import Session
from subjects import WORK, extra_options

RESULTS = pathlib.Path("Benchmarks/RESULTS.md")


def main():
    kept = WORK / "figures.json"
    if sys.argv[1] != "--report":
        os.sched_setaffinity(0, {processes.CLIENT_CORE})
        session = Session()
        header = {
            "date": str(datetime.date.today()), "machine": machine.description(),
            "versions": sys.argv[1], "load": machine.load(), "repeats": session.repeats,
            "seconds": session.seconds, "prefix": " ".join(processes.PREFIX),
            "options": " ".join(extra_options()), "whole": session.is_whole,
        }
        stolen = machine.stolen()
        try:
            for measurement in ALL:
                if session.wants(measurement.NAME, measurement.PARTS):
                    session.measure(measurement)
                    header["stolen"] = machine.stolen() - stolen
                    session.save(kept, header)
        finally:
            processes.stop_all()
    document = json.loads(kept.read_text(encoding="utf-8"))
    # Only what was measured as a whole, in one session, is kept in the repository.
    folder = pathlib.Path("Benchmarks") if document["header"]["whole"] else WORK / "results"
    report.write(document, folder)


main()
