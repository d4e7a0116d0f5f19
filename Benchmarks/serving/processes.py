"""Servers that are started, watched and stopped, each on its own core."""
import os
import signal
import socket
import subprocess
import sys
import time

import machine

#: The load comes from the first core, the servers have the last one.
CLIENT_CORE = 0
SERVER_CORE = max(os.sched_getaffinity(0))

#: Where a server runs.
CORES = {"server": str(SERVER_CORE), "client": str(CLIENT_CORE),
         "all": f"{CLIENT_CORE}-{SERVER_CORE}"}

#: A command that runs client and servers, on a machine with other work: `nice -n -20`.
PREFIX = os.environ.get("PREFIX", "").split()

_running = []


def free_port():
    """A port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def note(text):
    """Says on standard error what is going on."""
    print(text, file=sys.stderr, flush=True)


class Server:
    """A running server on a port of this machine."""

    def __init__(self, name, command, port, log, core="server", environment=None, output=None):
        self.name = name
        self.port = port
        self.started = time.monotonic()
        self.log = log
        pin = ["taskset", "-c", CORES[core]]
        with open(log, "wb") as errors, open(output or os.devnull, "wb") as lines:
            # Starting in a group of its own, so that all its processes can be stopped.
            self.process = subprocess.Popen(
                [*PREFIX, *pin, *command], stdin=subprocess.DEVNULL,
                stdout=lines, stderr=errors, start_new_session=True,
                env={**os.environ, **(environment or {})})
        _running.append(self)

    @property
    def busy(self):
        """Seconds that processors were busy for it so far."""
        return machine.processor_time(self.process.pid)

    @property
    def resident(self):
        """Bytes that it has in memory."""
        return machine.resident(self.process.pid)

    def wait_for_answer(self, request, limit=180, pause=0.0005):
        """Seconds from its start to its first answer."""
        while time.monotonic() < self.started + limit:
            if self.process.poll() is not None:
                break
            try:
                self.ask(request, limit)
                return time.monotonic() - self.started
            except OSError:
                time.sleep(pause)
        raise SystemExit(f"{self.name} did not start: {machine.read(self.log)[-2000:]}")

    def wait_for_connection(self):
        """Waits until connections are accepted, whatever is spoken on them."""
        while time.monotonic() < self.started + 180 and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.01)
        raise SystemExit(f"{self.name} did not start: {machine.read(self.log)[-2000:]}")

    def ask(self, request, limit=60):
        """Status and body of an answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=limit) as connection:
            # The connection is closed after the answer, so that all of it is what is read.
            message = request.bytes().replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
            connection.sendall(message)
            answer = b""
            while piece := connection.recv(65_536):
                answer += piece
        if not answer:
            raise ConnectionResetError
        head, _, body = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), body

    def settle(self, limit=60):
        """Waits until it is idle: one that was asked too much goes on when the client has left."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            before = self.busy
            time.sleep(0.1)
            if self.busy - before < 0.02:
                return

    def check(self, requests, status):
        """Fails unless requests here and there are answered as the measurement supposes."""
        for request in requests[:: max(1, len(requests) // 3)][:3]:
            found = self.ask(request)[0]
            if found != status:
                raise SystemExit(f"{self.name}: expected {status} for {request}, got {found}")

    def stop(self):
        """Ends it with all its processes."""
        _running.remove(self)
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(timeout=10)
                return
            except ProcessLookupError:
                return
            except subprocess.TimeoutExpired:
                continue


def stop_all():
    """Ends every server that is left."""
    for server in list(_running):
        server.stop()
