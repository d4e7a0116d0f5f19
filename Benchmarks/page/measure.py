"""Prints the longest tasks of the admin page: measure.py STUBBER FOLDER REPEATS

A task of 50 ms or less is not felt. What a task takes of the processor depends little on what else
the machine does; what it takes by the clock does.
"""
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "StubberCommandTests" / "Page"))

import large  # noqa: E402: found by the path above

TARGET = 50


def main():
    stubber, folder, repeats = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    longest = []
    for number in range(repeats):
        long, most, seen = large.main(stubber, folder / str(number), traced=True)
        longest.append(most)
        print(f"{number + 1}: longest task {most} ms of the processor; above {TARGET} ms: {long}; "
              f"by the clock: {seen}")
    print(f"median of the longest tasks: {statistics.median(longest)} ms (target: {TARGET})")


main()
