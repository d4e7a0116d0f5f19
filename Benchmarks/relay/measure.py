#!/usr/bin/env python3
"""Counts the instructions by which servers pass a request on to a real server, with callgrind.

  measure.py STUBBER [--requests COUNT] [--size BYTES]

Each server runs twice, with different numbers of requests: the difference is without its start.
"""
import argparse
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time

#: Seconds after which something hangs.
LIMIT = 120

#: Requests of the shorter run, in which connections are opened and what is made once is made.
FIRST = 300

NGINX = """
worker_processes 1;
daemon off;
master_process off;
pid {folder}/pid;
error_log stderr crit;
events {{ worker_connections 64; }}
http {{
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  upstream real {{
    server 127.0.0.1:{real};
    keepalive 8;
    keepalive_requests 1000000000;
  }}
  server {{
    listen 127.0.0.1:{port};
    {location}
  }}
}}
"""
FILE = "location / {{ root {folder}; }}"
PROXY = """
    location / {
      proxy_pass http://real;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }"""


def free_port():
    """A port that no server has."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def nginx(folder, port, real=1, location=PROXY):
    """The command of an nginx with one process."""
    folder.mkdir(exist_ok=True)
    file = folder / "nginx.conf"
    file.write_text(NGINX.format(folder=folder, port=port, real=real, location=location))
    return ["/usr/sbin/nginx", "-p", str(folder), "-c", str(file)]


def ask(port, count, size):
    """Sends requests one after another on one connection."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        stream = connection.makefile("rb")
        for _ in range(count):
            connection.sendall(
                b"GET /file HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nUser-Agent: measure\r\n\r\n")
            status, length = stream.readline(), None
            while (line := stream.readline()).strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if b" 200 " not in status or length != size or len(stream.read(length)) != size:
                raise SystemExit(f"an unexpected response: {status}, {length} bytes")


def wait_for(port):
    """Waits until a server listens on the port."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("a server did not start")


def collected(command, port, count, size, folder):
    """The instructions of a server from its start to its end."""
    output = folder / "callgrind"
    server = subprocess.Popen(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", *command],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
    try:
        wait_for(port)
        ask(port, count, size)
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=LIMIT)
    finally:
        server.kill()
    found = re.search(r"Collected : (\d+)", errors)
    if not found:
        raise SystemExit(f"no count:\n{errors}")
    return int(found[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("stubber")
    parser.add_argument("--requests", type=int, default=1_000)
    parser.add_argument("--size", type=int, default=1_024)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # Workers of nginx that root has started run as another user.
        folder.chmod(0o755)
        (folder / "file").write_bytes(b"x" * options.size)
        (folder / "stubs").mkdir()
        (folder / "stubs/none.yaml").write_text("unhandled: optin\nstubs: []\n")
        real = free_port()
        origin = subprocess.Popen(
            nginx(folder / "real", real, location=FILE.format(folder=folder)),
            stderr=subprocess.DEVNULL)
        url = f"http://127.0.0.1:{real}"
        try:
            wait_for(real)
            report(options, folder, real, url)
        finally:
            origin.terminate()


def report(options, folder, real, url):
    """Prints the instructions of each server for a request, and their ratio to nginx."""
    serve = [options.stubber, "serve", str(folder / "stubs"), "--no-watch", "--upstream", url]
    subjects = {
        "nginx proxy_pass": lambda port: nginx(folder / "proxy", port, real),
        "stubber serve --quiet": lambda port: [*serve, "--quiet", "--port", str(port)],
        "stubber serve": lambda port: [*serve, "--port", str(port)],
        "stubber record": lambda port: [
            options.stubber, "record", url, "-o", str(folder / f"{port}.har"), "--port", str(port)],
    }
    print("| server | instructions for each request | ÷ nginx |")
    print("|---|---|---|")
    base = None
    for title, command in subjects.items():
        counts = []
        for count in (FIRST, FIRST + options.requests):
            port = free_port()
            counts.append(collected(command(port), port, count, options.size, folder))
        each = round((counts[1] - counts[0]) / options.requests)
        base = base or each
        print(f"| {title} | {each:,} | {each / base:.2f} |", flush=True)


main()
