"""Sends every request of recordings to `stubber serve` and compares what comes back.

Usage: replay_recordings.py STUBBER FOLDER. Prints a line for each difference and then
`FORMAT files recordings differences` for each format; ends with 1 when there are differences.
"""

import json
import os
import socket
import subprocess
import sys
from urllib.parse import urlsplit

from recordings import reading

# Fields about one connection, and what the listener settles for itself.
SETTLED = {
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization",
    "te", "trailer", "transfer-encoding", "upgrade", "content-length", "content-encoding", "date",
}


def exchange(port, method, url, body):
    """Status, fields and body of what the server at the port answers."""
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = parts.netloc.rpartition("@")[2]
    head = (f"{method} {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n")
    with socket.create_connection(("127.0.0.1", port), timeout=300) as client:
        client.sendall(head.encode() + body)
        received = b""
        while piece := client.recv(65536):
            received += piece
    head, _, content = received.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    names = [line.partition(":") for line in lines[1:]]
    return int(lines[0].split()[1]), [(name, value.strip()) for name, _, value in names], content


def serving_port(server):
    """The port that the command says it serves on; nothing when it ends before."""
    for line in server.stdout:
        event = json.loads(line)
        if event.get("event") == "serving":
            return int(event["url"].rpartition(":")[2])
    return None


def comparable(headers):
    pairs = ((name.lower(), value.strip()) for name, value in headers)
    return sorted(pair for pair in pairs if pair[0] not in SETTLED)


def is_same_json(found, recorded):
    """Whether both are JSON and equal, for recordings that keep JSON without its bytes."""
    try:
        return json.dumps(json.loads(recorded)).encode() == recorded and (
            json.loads(found) == json.loads(recorded))
    except ValueError:
        return False


def differences(port, recording):
    method, url, body, status, headers, content = recording
    found_status, found_headers, found_content = exchange(port, method, url, body)
    if found_status != status:
        yield f"status {found_status}, recorded {status}"
        return
    if method == "HEAD" or status in (204, 304):
        content = b""
    if found_content != content and not is_same_json(found_content, content):
        yield f"body of {len(found_content)} bytes, recorded {len(content)}"
    expected, found = comparable(headers), comparable(found_headers)
    if expected != found:
        missing = [each for each in expected if each not in found]
        added = [each for each in found if each not in expected]
        yield f"fields missing {missing}, added {added}"


def main():
    stubber, folder = sys.argv[1:]
    counts = {}
    for directory, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(directory, name)
            endings = (".yaml", ".yml", ".json", ".har", ".plist", ".tail")
            read = reading(path) if name.endswith(endings) else None
            if read is None:
                continue
            kind, recordings = read
            count = counts.setdefault(kind, [0, 0, 0])
            count[0] += 1
            server = subprocess.Popen(
                [stubber, "serve", path, "--port", "0", "--json", "--no-watch"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            try:
                port = serving_port(server)
                if port is None:
                    count[2] += 1
                    print(f"{path}: {server.stderr.read().decode()[:400]}".rstrip())
                    continue
                for number, recording in enumerate(recordings):
                    count[1] += 1
                    for difference in differences(port, recording):
                        count[2] += 1
                        print(f"{path}: {number}: {recording[0]} {recording[1]}: {difference}")
            finally:
                server.kill()
                server.communicate()
    for kind in sorted(counts):
        print(kind, *counts[kind])
    sys.exit(1 if any(count[2] for count in counts.values()) else 0)


main()
