#!/usr/bin/env python3
"""Measures how long stubs take until they answer, at the start and after a file has changed.

  measure.py STUBBER [--count 100000] [--files 1000] [--stubs 10] [--repeats 5]

Processor time is that of all threads of the server. After a change, the time in which the server
only looks for changes is taken off.
"""
import argparse
import json
import pathlib
import re
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


def own(path, header=None):
    match = {"path": path} | ({"headers": {"X-Number": header}} if header else {})
    return {"match": match, "respond": {"text": "Hello, world!"}}


def wiremock(path, header=None):
    request = {"method": "GET", "urlPath": path}
    if header:
        request["headers"] = {"X-Number": {"equalTo": header}}
    return {"request": request, "response": {"status": 200, "body": "Hello, world!"}}


FORMATS = {"own": (own, "stubs"), "WireMock": (wiremock, "mappings")}


def document(name, stubs):
    make, key = FORMATS[name]
    return json.dumps({key: [make(*stub) for stub in stubs]})


class Server:
    """A server of a folder, on any free port."""

    def __init__(self, program, folder):
        self.start = time.perf_counter()
        self.process = subprocess.Popen(
            [program, "serve", folder, "--port", "0", "--quiet"], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        # The number by which the system knows the processor clock of another process.
        self.clock = (~self.process.pid << 3) | 2
        for line in self.process.stdout:
            if found := re.search(r"http://[0-9.]+:\d+", line):
                self.url = found[0]
                break

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    @property
    def seconds(self):
        """The processor time so far."""
        return time.clock_gettime(self.clock)

    @property
    def megabytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1000

    def answers(self, path, headers=None):
        request = urllib.request.Request(self.url + path, headers=headers or {})
        try:
            with urllib.request.urlopen(request) as response:
                return response.status == 200
        except urllib.error.HTTPError:
            return False


def measure_start(program, name, count, has_header):
    """The seconds until the last of many stubs answers, those of the processor, and megabytes."""
    stubs = [("/a" if has_header else f"/a/{i:06}", f"{i:06}" if has_header else None)
             for i in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "stubs.json").write_text(document(name, stubs), encoding="utf-8")
        with Server(program, folder) as server:
            path, header = stubs[-1]
            assert server.answers(path, {"X-Number": header} if header else {})
            return time.perf_counter() - server.start, server.seconds, server.megabytes


def measure_change(program, name, files, stubs, repeats):
    """The milliseconds of processor time until the stubs of a changed file answer."""
    def text(number, version):
        paths = [(f"/{number}/{version}/{i}",) for i in range(stubs)]
        return document(name, paths)

    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, f"file-{i:05}.json") for i in range(files)]
        for number, path in enumerate(paths):
            path.write_text(text(number, 0), encoding="utf-8")
        time.sleep(3)
        with Server(program, folder) as server:
            found = []
            for version in range(1, repeats + 1):
                number = version * files // (repeats + 1)
                time.sleep(1)
                idle, begin = server.seconds, time.perf_counter()
                time.sleep(2)
                rate = (server.seconds - idle) / (time.perf_counter() - begin)
                before, begin = server.seconds, time.perf_counter()
                paths[number].write_text(text(number, version), encoding="utf-8")
                while not server.answers(f"/{number}/{version}/{stubs - 1}"):
                    time.sleep(0.02)
                waited = time.perf_counter() - begin
                found.append((server.seconds - before - rate * waited) * 1000)
            return statistics.median(found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--stubs", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()

    print(f"{options.count:,} stubs of one file until they answer:\n")
    print("| stubs | s | s of processor time | MB |\n|---|--:|--:|--:|")
    for name in FORMATS:
        for has_header in [False, True]:
            found = zip(*(measure_start(options.program, name, options.count, has_header)
                          for _ in range(options.repeats)))
            wall, processor, memory = map(statistics.median, found)
            kind = "header" if has_header else "exact path"
            print(f"| {name}, {kind} | {wall:.2f} | {processor:.2f} | {memory:.0f} |", flush=True)

    print(f"\n{options.files:,} files of {options.stubs} stubs until a changed one answers:\n")
    print("| stubs | ms of processor time |\n|---|--:|")
    for name in FORMATS:
        spent = measure_change(
            options.program, name, options.files, options.stubs, options.repeats)
        print(f"| {name} | {spent:.0f} |", flush=True)


if __name__ == "__main__":
    main()
