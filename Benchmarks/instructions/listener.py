#!/usr/bin/env python3
"""Counts the instructions of whole requests, from the socket to the socket, beside nginx.

  listener.py STUBBER [--update]

One client sends its requests one after another over one connection. The servers run under
callgrind, which counts the instructions of the process, without those of the operating system.
Each server runs twice. The difference of the two counts, divided by the additional requests, is
the cost of a request, without starting and stopping.
"""
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "serving"))
import families  # noqa: E402, found by the line above

THRESHOLDS = HERE / "thresholds.json"

#: What is allowed beyond what was counted, as toolchains and libraries differ.
ALLOWANCE = 1.15

#: Requests of the shorter and of the longer run. The first ones make what is made once.
RUNS = (500, 2_500)

STUBS = 10

#: The ways to serve, each with its options; the log is a file.
WAYS = {
    "default": [],
    "no journal": ["--no-journal"],
    "quiet": ["--quiet"],
    "quiet, no journal": ["--quiet", "--no-journal"],
}

NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr crit;
events {{ worker_connections 64; }}
http {{
  access_log {log}; default_type text/plain; keepalive_requests 1000000;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; location / {{ return 200 "{body}"; }} }}
}}
"""


def free_port():
    """A port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def connected(port, process):
    """A connection to a server that is starting."""
    for _ in range(1_200):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise SystemExit("error: a server did not start")


def response(connection):
    """Reads one response with `Content-Length`; returns its status."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65_536) or sys.exit("error: a server closed the connection")
    head, body = received.split(b"\r\n\r\n", 1)
    length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
    while len(body) < length:
        body += connection.recv(65_536)
    return head.split()[1]


def total(command, port, messages, log):
    """Instructions of a server that answers these requests."""
    with open(log, "wb") as lines, tempfile.NamedTemporaryFile() as counts:
        process = subprocess.Popen(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts.name}", *command],
            stdin=subprocess.DEVNULL, stdout=lines, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
        with connected(port, process) as connection:
            for message in messages:
                connection.sendall(message)
                if response(connection) != b"200":
                    raise SystemExit("error: expected only responses with status 200")
        process.send_signal(signal.SIGTERM)
        errors = process.communicate()[1]
    collected = re.search(r"Collected : (\d+)", errors)
    if not collected:
        raise SystemExit(f"error: expected a count:\n{errors}")
    return int(collected[1])


def cost(command, port, requests, log):
    """Instructions of a request."""
    few, many = (total(command, port, [requests[i % len(requests)] for i in range(count)], log)
                 for count in RUNS)
    return round((many - few) / (RUNS[1] - RUNS[0]))


def stubber(program, options, family, requests, folder):
    """What a request costs `stubber serve` with these options."""
    rules = folder / "rules.json"
    rules.write_text(family.rules(STUBS), encoding="utf-8")
    port = free_port()
    command = [program, "serve", str(rules), "--port", str(port), "--threads", "1", "--no-watch"]
    return cost(command + options, port, requests, folder / "log")


def nginx(has_log, requests, folder):
    """What a request costs nginx; `None` without nginx."""
    program = shutil.which("nginx", path="/usr/sbin:" + os.environ["PATH"])
    if not program:
        return None
    port = free_port()
    configuration = folder / "nginx.conf"
    configuration.write_text(NGINX.format(
        folder=folder, port=port, body=families.BODY,
        log=folder / "access" if has_log else "off"), encoding="utf-8")
    return cost([program, "-p", str(folder), "-c", str(configuration)], port, requests,
                folder / "log")


def main():
    only = os.environ.get("ONLY", "").split()
    if only and "listener" not in only:
        return
    program = sys.argv[1]
    thresholds = json.loads(THRESHOLDS.read_text())
    limits = thresholds.setdefault("listener", {})
    family = next(family for family in families.FAMILIES if family.name == "exact")
    requests = [request.bytes() for request in family.requests(STUBS)[:100]]
    exceeded = []
    print("| a whole request | instructions | at most | beside nginx |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        others = {has_log: nginx(has_log, requests, folder) for has_log in (True, False)}
        for way, options in WAYS.items():
            found = stubber(program, options, family, requests, folder)
            if "--update" in sys.argv:
                limits[way] = round(found * ALLOWANCE)
            limit = limits.get(way, 0)
            if found > limit:
                exceeded.append(way)
            other = others["--quiet" not in options]
            ratio = f"{found / other:.2f} × {other:,}" if other else "not installed"
            print(f"| {way} | {found:,} | {limit:,} | {ratio} |", flush=True)
    if "--update" in sys.argv:
        THRESHOLDS.write_text(json.dumps(thresholds, indent=2) + "\n")
    if exceeded:
        raise SystemExit(f"error: expected at most the instructions of {THRESHOLDS}, found more "
                         f"for: {', '.join(exceeded)}")


main()
