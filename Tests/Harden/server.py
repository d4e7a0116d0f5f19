"""The command under attack: started, watched and stopped, with a good client beside it."""
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from table import Outcome, note

HERE = pathlib.Path(__file__).resolve().parent
STUBBER = pathlib.Path(
    os.environ.get("STUBBER") or HERE.parents[1] / ".build/release/stubber").absolute()
#: How long a server may take to start, and to stop, in seconds.
LIMIT = 30
#: The body of the stub `/big`.
BIG = 10_000_000


class Server:
    """A running `stubber`, whose lines of JSON are kept in a file."""

    def __init__(self, arguments, folder, descriptors=None, file_size=None):
        self.lines = folder / f"lines-{time.monotonic_ns()}"
        environment = dict(os.environ, XDG_RUNTIME_DIR=str(folder), CI="")

        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
            if file_size:
                # Writing more is then an error, as on a full disk.
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

        with open(self.lines, "wb") as output, open(f"{self.lines}.errors", "wb") as errors:
            self.process = subprocess.Popen(
                [STUBBER, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=errors, preexec_fn=limit)
        self.good = None
        begun = self.wait_for("serving", "recording")
        self.port = int(begun["url"].rpartition(":")[2])
        self.secure_port = int(begun.get("secureURL", ":0").rpartition(":")[2])

    @property
    def events(self):
        """What it has printed so far, but for a line that is not yet whole."""
        found = []
        for line in self.lines.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n") and line.startswith(b"{"):
                found.append(json.loads(line))
        return found

    @property
    def errors(self):
        return pathlib.Path(f"{self.lines}.errors").read_text(errors="replace")

    def wait_for(self, *names, limit=LIMIT):
        """The first event of one of these names."""
        end = time.monotonic() + limit
        while time.monotonic() < end and self.process.poll() is None:
            for event in self.events:
                if event.get("event") in names:
                    return event
            time.sleep(0.01)
        self.process.kill()
        raise RuntimeError(f"no {' or '.join(names)} of stubber: {self.errors[-2000:]}")

    @property
    def is_alive(self):
        return self.process.poll() is None

    def status(self, key):
        """Bytes that it has in memory (VmRSS), or had at most (VmHWM)."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        for line in text.splitlines():
            if line.startswith(f"{key}:"):
                return int(line.split()[1]) * 1_024
        return 0

    @property
    def resident(self):
        return self.status("VmRSS")

    @property
    def peak(self):
        return self.status("VmHWM")

    def stop(self):
        """Ends it; its exit code."""
        if self.is_alive:
            self.process.terminate()
            try:
                self.process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait(LIMIT)


class GoodClient:
    """The process that asks a server while something else attacks it."""

    def __init__(self, port):
        self.process = subprocess.Popen(
            [sys.executable, HERE / "good_client.py", str(port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # The first answer has come.
        self.process.stdout.readline()
        self.begun = time.monotonic()

    def stop(self):
        """Ends it, after a second at least; what it has found."""
        time.sleep(max(0, self.begun + 1 - time.monotonic()))
        return json.loads(self.process.communicate("\n", timeout=LIMIT)[0])


class Stage:
    """What one check works with: a folder, servers and the outcome."""

    def __init__(self, name):
        self.outcome = Outcome(name)
        self.expect = self.outcome.expect
        self.measured = self.outcome.measured
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="harden-"))
        shutil.copy(HERE / "stubs.yaml", self.folder)
        with open(self.folder / "big.bin", "wb") as file:
            file.write(bytes(range(250)) * (BIG // 250))
        self.servers = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # One that forwards goes before the one that it forwards to.
        for server in reversed(self.servers):
            self.leave(server)
            server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments, good=True, **limits):
        """Starts a command that serves, with a good client beside it."""
        server = Server([*arguments, "--port", "0", "--json"], self.folder, **limits)
        self.servers.append(server)
        if good:
            server.good = GoodClient(server.port)
        return server

    def serve(self, *arguments, files=("stubs.yaml",), **limits):
        return self.run("serve", *files, "--quiet", *arguments, **limits)

    def leave(self, server):
        """Ends the good client of a server that is about to be stopped."""
        if server.good:
            report = server.good.stop()
            server.good = None
            for error in report["errors"][:3]:
                note(f"  good client: {error}")
            self.outcome.good.append(report)
