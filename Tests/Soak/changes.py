"""Changes of a running server, by the admin API and by its files; what they change is asked afterwards."""
import itertools
import json
import threading
import time

import http1
from answers import Case
from traffic import Actor

#: Seconds within which a changed file has to be in use, and for which a broken one is left.
RELOAD_LIMIT, BROKEN_FOR = 15, 1.5


class Administration(Actor):
    """Adds stubs, asks for them, removes them, and asks again; some in a session of their own."""

    numbers = itertools.count()

    def step(self):
        number = next(self.numbers)
        self.connection = http1.Connection(self.soak.server.port)
        try:
            {0: self.plain, 1: self.sequence, 2: self.limited, 3: self.session}[number % 4](number)
        finally:
            self.connection.close()

    def ask(self, *arguments, **others):
        """Asks and compares; returns the body."""
        case = Case(*arguments, **others)
        answer = self.connection.ask(case)
        self.compare(case, answer)
        return answer.body

    def add(self, number, respond, mark=None, **others):
        """Adds a stub and returns its identifier."""
        match = {"path": f"/added/{number}"}
        stub = {"name": f"added {number}", "match": match, "respond": respond, **others}
        case = Case("add", "POST", "/__admin/stubs", mark or {}, json.dumps({"stubs": [stub]}).encode(), 201)
        answer = self.connection.ask(case)
        identifiers = json.loads(answer.body)["ids"]
        # The identifier is the server's own.
        case.answer = answer.body
        self.compare(case, answer)
        return identifiers[0]

    def remove(self, identifier, mark=None):
        """Removes a stub."""
        self.ask("remove", "DELETE", f"/__admin/stubs/{identifier}", mark or {}, status=204)

    def fetch(self, number, status, answer=b"", mark=None):
        """Asks what the stub answers, or whether it has gone."""
        target, headers = f"/added/{number}", {"Host": "soak.test", **(mark or {})}
        if status == 404:
            answer = f"No stub matches GET http://soak.test{target}\n".encode()
        self.ask("added stub", "GET", target, headers, status=status, answer=answer, is_start=status == 404)

    def plain(self, number):
        text = "x" * self.random.randrange(20_000)
        identifier = self.add(number, {"text": text})
        for _ in range(self.random.randint(1, 5)):
            self.fetch(number, 200, text.encode())
        self.remove(identifier)
        self.fetch(number, 404)
        self.ask("remove again", "DELETE", f"/__admin/stubs/{identifier}", status=404)

    def sequence(self, number):
        identifier = self.add(number, [{"status": 503}, {"status": 429}, {"text": "done"}])
        for status, answer in [(503, b""), (429, b""), (200, b"done"), (200, b"done")]:
            self.fetch(number, status, answer)
        counted = b'{\n  "count": 4,'
        self.ask("count", "POST", "/__admin/requests/count", {},
                 json.dumps({"method": "GET", "urlPath": f"/added/{number}"}).encode(), answer=counted,
                 is_start=True)
        self.remove(identifier)
        self.fetch(number, 404)

    def limited(self, number):
        identifier = self.add(number, {"text": "rare"}, times=2)
        for status in (200, 200, 404):
            self.fetch(number, status, b"rare")
        self.remove(identifier)

    def session(self, number):
        name = f"session-{number}"
        mark = {"X-Stub-Session": name}
        self.add(number, {"json": {"session": name}}, mark)
        self.fetch(number, 200, json.dumps({"session": name}, separators=(",", ":")).encode(), mark)
        self.fetch(number, 404)
        self.ask("end of session", "DELETE", f"/__admin/sessions/{name}", status=204)


class Versions:
    """Which version of the file may be in use now."""

    def __init__(self):
        self.lock = threading.Lock()
        self.written = self.seen = 0

    def read(self, connection, actor):
        """Asks for the version: not older than one seen before, not newer than the last one written."""
        with self.lock:
            lowest = self.seen
        case = Case("version", "GET", "/version")
        answer = connection.ask(case)
        with self.lock:
            highest = self.written
        version = int(answer.field("X-Version") or -1)
        case.answer, case.fields = f"version {version}".encode(), {"X-Version": str(version)}
        actor.compare(case, answer)
        if not lowest <= version <= highest:
            actor.soak.report.compared(
                "reload: order", [f"version {version}, not from {lowest} to {highest}"])
        with self.lock:
            self.seen = max(self.seen, version)
        return version


class Reader(Actor):
    """Asks for the version all the time."""

    def step(self):
        connection = http1.Connection(self.soak.server.port)
        try:
            for _ in range(self.random.randint(1, 5)):
                self.soak.versions.read(connection, self)
        finally:
            connection.close()


class Writer(Actor):
    """Rewrites the files, and waits until the server answers with what is in them."""

    def step(self):
        soak, versions = self.soak, self.soak.versions
        connection = http1.Connection(soak.server.port)
        try:
            if versions.written % 4 == 3:
                self.breaking(connection)
            with versions.lock:
                versions.written += 1
            started = time.monotonic()
            soak.folder.write_version(versions.written)
            while versions.read(connection, self) < versions.written:
                if time.monotonic() - started > RELOAD_LIMIT:
                    break
                time.sleep(0.1)
            seconds = time.monotonic() - started
            soak.report.reloads.append(seconds)
            # Asked once more, as it may be this process that was stopped for so long.
            late = seconds > RELOAD_LIMIT and versions.read(connection, self) < versions.written
            soak.report.compared("reload: new version", ["the old version is still in use"] if late else [],
                                 seconds)
            self.body(connection)
        finally:
            connection.close()

    def breaking(self, connection):
        """A file with an error changes nothing."""
        self.soak.folder.break_version()
        time.sleep(BROKEN_FOR)
        version = self.soak.versions.read(connection, self)
        self.soak.report.compared("reload: broken file", [
            f"version {version} with a broken file, not {self.soak.versions.written}"
        ] if version != self.soak.versions.written else [])

    def body(self, connection):
        """A body file is answered as it is when the request is sent."""
        content = self.soak.bodies.some(self.random, 100_000)
        self.soak.folder.write_body(content)
        case = Case("body file", "GET", "/files/changing", answer=content)
        self.compare(case, connection.ask(case), "reload")


def clients(soak):
    """The clients that change the server."""
    soak.versions = Versions()
    return [Administration(soak, "admin", 1), Reader(soak, "reload", 1.5), Writer(soak, "files", 0.3)]
