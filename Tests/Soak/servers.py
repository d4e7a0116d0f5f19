"""The servers under test: started, watched through /proc, and stopped."""
import json
import os
import pathlib
import shutil
import signal
import ssl
import subprocess
import time

import faults

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")

#: Seconds for a server to start, and to stop.
START_LIMIT, STOP_LIMIT = 60, 45


def program():
    """The command under test."""
    path = pathlib.Path(os.environ.get("STUBBER", ROOT / ".build" / "release" / "stubber"))
    if not path.exists():
        raise SystemExit(f"{path} does not exist; run make build, or set STUBBER")
    return path


class Server:
    """A running `stubber`, ready for requests."""

    def __init__(self, name, arguments, folder):
        self.name, self.log = name, folder / f"{name}.log"
        # What would change modes of recording, or show the server to commands of the user, is left out.
        environment = {key: value for key, value in os.environ.items() if key not in ("CI", "STUBBER_RECORD")}
        environment["XDG_RUNTIME_DIR"] = str(folder)
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [program(), *arguments, "--port", "0", "--json"], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, env=environment, start_new_session=True)
        try:
            ready = self.ready()
        except BaseException:
            self.stop()
            raise
        self.port = port(ready["url"])
        self.secure_port = port(ready["secureURL"]) if "secureURL" in ready else None

    def ready(self):
        """What the server says once it accepts connections."""
        end = time.monotonic() + START_LIMIT
        while time.monotonic() < end and self.is_running:
            for line in self.log.read_text().splitlines(keepends=True):
                if line.endswith("\n") and line.startswith('{"event":"'):
                    event = json.loads(line)
                    if event["event"] in ("serving", "recording"):
                        return event
            time.sleep(0.05)
        raise SystemExit(f"{self.name} did not start: {self.log.read_text()[-2000:]}")

    @property
    def is_running(self):
        """Whether the process has not ended."""
        return self.process.poll() is None

    def usage(self):
        """Bytes in memory, descriptors, threads and seconds of processor time; `None` if it has ended."""
        process = pathlib.Path("/proc", str(self.process.pid))
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            return {"memory": int((process / "statm").read_text().split()[1]) * PAGE,
                    "descriptors": len(os.listdir(process / "fd")), "threads": int(fields[17]),
                    "processor": (int(fields[11]) + int(fields[12])) / TICKS}
        except (OSError, IndexError):
            return None

    def stop(self):
        """Ends it; returns whether it ended by itself with exit code 0 after SIGTERM."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self.is_running:
                self.process.send_signal(number)
            try:
                return self.process.wait(timeout=STOP_LIMIT) == 0
            except subprocess.TimeoutExpired:
                continue
        return False


def port(url):
    """The port of a URL."""
    return int(url.rsplit(":", 1)[1].split("/")[0])


class Folder:
    """The folder that is served: stubs, bodies, and what is rewritten while the server runs."""

    def __init__(self, path, bodies):
        self.path = path / "stubs"
        self.bodies = self.path / "bodies"
        self.bodies.mkdir(parents=True)
        shutil.copy(HERE / "stubs.yaml", self.path)
        (self.path / "faults.json").write_text(json.dumps(faults.rules(), indent=1))
        for name, content in bodies.named.items():
            (self.bodies / name).write_bytes(content)
        self.write_version(0)
        self.write_body(b"first")

    def write_version(self, number):
        """Writes the file of the version, with as many other stubs as make its size change."""
        others = [{"match": {"path": f"/version/{number}/{other}"}, "respond": {"status": 204}}
                  for other in range(number * 7 % 40)]
        stub = {"match": {"path": "/version"},
                "respond": {"text": f"version {number}", "headers": {"X-Version": str(number)}}}
        self.replace(self.path / "version.yaml", json.dumps({"stubs": [stub, *others]}).encode())

    def break_version(self):
        """Writes a file that cannot be loaded, so that the previous stubs stay."""
        self.replace(self.path / "version.yaml", b"stubs:\n  - mach: { path: /version }\n")

    def write_body(self, content):
        """Changes a body file, which is read for each request."""
        self.replace(self.bodies / "changing", content)

    def replace(self, path, content):
        """Writes a file as a whole: readers see the old bytes or the new ones."""
        temporary = self.path.parent / f"{path.name}.new"
        temporary.write_bytes(content)
        os.replace(temporary, path)


def contexts(authority):
    """TLS for HTTP/1 and HTTP/2 that trusts the server's own authority only."""
    result = []
    for protocol in ("http/1.1", "h2"):
        context = ssl.create_default_context(cafile=str(authority))
        context.set_alpn_protocols([protocol])
        # A connection that ends without close_notify is an error, as OpenSSL has it and Python has not.
        context.options &= ~getattr(ssl, "OP_IGNORE_UNEXPECTED_EOF", 0)
        result.append(context)
    return result
