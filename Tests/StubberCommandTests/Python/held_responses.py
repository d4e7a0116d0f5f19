"""Asks a server so often at once for a response that the gate `g` holds, then releases all.

    held_responses.py URL PROCESS COUNT

Prints how many threads and bytes of memory the server needs for all, and how many clients were answered.
"""

import http.client
import json
import resource
import socket
import sys
import time
from urllib.parse import urlsplit

ADDRESS, PROCESS, COUNT = urlsplit(sys.argv[1]), sys.argv[2], int(sys.argv[3])


def figures():
    """Threads, and bytes of memory in use."""
    with open(f"/proc/{PROCESS}/status", encoding="utf-8") as file:
        values = dict(line.split(":", 1) for line in file)
    return int(values["Threads"]), int(values["VmRSS"].split()[0]) * 1024


def admin(method, path):
    connection = http.client.HTTPConnection(ADDRESS.netloc, timeout=300)
    connection.request(method, f"/__admin{path}")
    body = connection.getresponse().read()
    connection.close()
    return body


def held():
    return sum(gate.get("waiting", 0) for gate in json.loads(admin("GET", "/gates"))["gates"])


hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
held()
before = figures()
clients = []
for _ in range(COUNT):
    client = socket.create_connection((ADDRESS.hostname, ADDRESS.port), timeout=300)
    client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    clients.append(client)
while held() < COUNT:
    time.sleep(0.05)
after = figures()
admin("POST", "/gates/g/release")
answered = sum(client.recv(15) == b"HTTP/1.1 200 OK" for client in clients)
print(json.dumps({"threads": after[0] - before[0], "memory": after[1] - before[1], "answered": answered}))
