"""The clients: wrk and h2load on the first core, and what one run of them says."""
import json
import pathlib
import re
import subprocess
import time

from processes import CLIENT_CORE, PREFIX
from subjects import WORK

WRK_SCRIPT = pathlib.Path(__file__).with_name("rotate.lua").absolute()

H2LOAD = [*PREFIX, "taskset", "-c", str(CLIENT_CORE), "h2load", "-t1"]


class Sample(dict):
    """Figures of one run by name: `rate` in 1/s, `cpu` in µs for each request, times in µs."""


def request_file(name, requests):
    """A file from which `rotate.lua` takes its requests: the length of each, then its bytes."""
    path = WORK / f"{name}.requests"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            for request in requests:
                message = request.bytes()
                file.write(b"%d\n%b" % (len(message), message))
    return path


def uri_file(name, requests):
    """The same for h2load: paths, one a line."""
    path = WORK / f"{name}.uris"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{request.path}\n" for request in requests), encoding="utf-8")
    return path


def wrk(server, requests, seconds, connections=32, scheme="http", failures=False):
    """One run of wrk with one thread; `failures` says that answers other than 2xx are wanted."""
    before = server.busy
    start = time.monotonic()
    run = subprocess.run(
        [*PREFIX, "taskset", "-c", str(CLIENT_CORE), "wrk", "-t1", f"-c{connections}",
         f"-d{seconds}s", "--timeout", "120s", "-s", str(WRK_SCRIPT),
         f"{scheme}://127.0.0.1:{server.port}"],
        env={"REQUESTS": str(requests), "PATH": "/usr/local/bin:/usr/bin:/bin"},
        capture_output=True, text=True, check=True)
    passed = time.monotonic() - start
    busy = server.busy - before
    server.settle()
    figures = json.loads(run.stdout[run.stdout.rindex("\n{") + 1:])
    errors = sum(figures.pop(kind) for kind in ("connect", "read", "write", "timeout"))
    refused = 0 if failures else figures["status"]
    if errors or refused:
        raise SystemExit(f"{server.name}: expected no failure, got {errors} of the connection "
                         f"and {refused} by status:\n{run.stdout}")
    return sample(figures["requests"], figures["duration"] / 1e6, busy, passed, figures)


def sample(requests, seconds, busy, passed, times=None):
    """The figures of a run; those for each request are missing when nothing was answered."""
    figures = Sample(requests=requests, rate=requests / seconds, share=busy / passed)
    figures["cpu"] = busy / requests * 1e6 if requests else None
    for name in ("p50", "p99", "max"):
        if times and name in times:
            figures[name] = times[name] if requests else None
    return figures


def h2load(server, uris, seconds, connections=1, streams=32):
    """One run of h2load with one thread."""
    before = server.busy
    start = time.monotonic()
    run = subprocess.run(
        [*H2LOAD, f"-D{seconds}", f"-c{connections}", f"-m{streams}", "-B",
         f"http://127.0.0.1:{server.port}", "-i", str(uris)],
        capture_output=True, text=True, check=True)
    passed = time.monotonic() - start
    busy = server.busy - before
    server.settle()
    found = re.search(r"(\d+) done, \d+ succeeded, (\d+) failed", run.stdout)
    if not found or int(found[2]):
        raise SystemExit(f"{server.name}: expected no failure:\n{run.stdout}")
    return sample(int(found[1]), seconds, busy, passed)


def many(server, uris, count, limit):
    """Sends so many requests over HTTP/1.1; whether all were answered within the seconds given."""
    try:
        run = subprocess.run(
            [*H2LOAD, "--h1", f"-n{count}", "-c32", "-B", f"http://127.0.0.1:{server.port}", "-i",
             str(uris)], capture_output=True, text=True, check=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return False
    return f" {count} succeeded, 0 failed" in run.stdout
