"""Servers that forward to each other or send webhooks to themselves: a request comes back once, then it ends."""
import json
import os
import threading
import time

from wire import ask, get

CLIENTS = 20


class Watch:
    """How many descriptors some servers have at most."""

    def __init__(self, servers):
        self.servers = servers
        self.most = 0
        self.is_over = False
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.is_over:
            counts = [len(os.listdir(f"/proc/{server.process.pid}/fd")) for server in self.servers]
            self.most = max(self.most, *counts)
            time.sleep(0.005)

    def stop(self):
        self.is_over = True
        self.thread.join()
        return self.most


def stub(server, mapping):
    """Adds a mapping of WireMock to a server."""
    body = json.dumps(mapping).encode()
    head = (f"POST /__admin/mappings HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n")
    return ask(server.port, head.encode() + body).status == 201


def forward(server, url):
    """Lets a server forward all of a path."""
    return stub(server, {"request": {"urlPathPattern": "/loop.*"}, "response": {"proxyBaseUrl": url}})


def rings(stage):
    """Rings of one, two and three servers, by each name of the machine."""
    for host in ("127.0.0.1", "localhost", "0.0.0.0"):
        for count in (1, 2, 3):
            servers = [stage.serve(good=number == 0) for number in range(count)]
            for number, server in enumerate(servers):
                following = servers[(number + 1) % count]
                stage.expect("a stub is added", forward(server, f"http://{host}:{following.port}"))
            watch = Watch(servers)
            for number in range(CLIENTS):
                answer = get(servers[0].port, f"/loop/{number}")
                stage.expect("a loop ends with 508", answer and answer.status == 508, str(answer and answer.status))
            most = watch.stop()
            stage.expect("few descriptors are used", most < 150, f"{most} descriptors")
            for server in reversed(servers):
                stage.leave(server)
                server.stop()
    stage.measured(f"{most} descriptors at most in a ring of 3")


def webhooks(stage):
    """A stub with two webhooks to itself."""
    server = stage.serve()
    url = f"http://localhost:{server.port}/hook"
    hook = {"name": "webhook", "parameters": {"method": "POST", "url": url}}
    stage.expect("a stub is added", stub(server, {
        "request": {"urlPath": "/hook"}, "response": {"status": 200}, "serveEventListeners": [hook, hook]}))
    watch = Watch([server])
    for _ in range(CLIENTS):
        answer = get(server.port, "/hook")
        stage.expect("the stub answers", answer and answer.status == 200)
    time.sleep(1)
    most = watch.stop()
    request = (f"GET /__admin/requests?limit=10000 HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
               "Connection: close\r\n\r\n")
    entries = json.loads(ask(server.port, request.encode()).body)["requests"]
    hooked = sum(entry["request"]["url"] == "/hook" for entry in entries)
    stage.expect("each request leads to two more", hooked == 3 * CLIENTS, str(hooked))
    stage.expect("few descriptors are used", most < 150, f"{most} descriptors")
    stage.measured(f"{hooked} requests for {CLIENTS}; {most} descriptors at most")


CHECKS = [("loops", rings), ("loops-webhooks", webhooks)]
