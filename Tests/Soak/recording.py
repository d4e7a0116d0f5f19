"""A recorder in front of the server: its cassettes must contain what was asked and answered."""
import base64
import json
import time

import answers
import http1
from servers import Server
from traffic import Actor


class Recording(Actor):
    """Asks through a recorder, ends it after a while, compares its cassette, and begins another one."""

    def __init__(self, soak, name, per_second, seconds):
        super().__init__(soak, name, per_second)
        self.seconds = seconds
        self.recorder, self.connection, self.asked, self.count = None, None, [], 0

    def step(self):
        if not self.recorder:
            self.begin()
        case = answers.some_case(self.random, self.soak.bodies, answers.RECORDED)
        case.target += f"{'&' if '?' in case.target else '?'}n={len(self.asked)}"
        case.is_chunked = bool(case.body) and self.random.random() < 0.2
        if not (self.connection and self.connection.is_open):
            self.connection = http1.Connection(self.recorder.port)
        answer = self.connection.ask(case, is_last=self.random.random() < 0.1)
        self.compare(case, answer)
        self.asked.append((case, answer))
        if time.monotonic() > self.end:
            self.finish()

    def begin(self):
        """Starts a recorder with a cassette of its own."""
        self.count += 1
        self.cassette = self.soak.work / f"cassette-{self.count}.har"
        self.recorder = self.soak.recorder = Server(
            "record", ["record", f"http://127.0.0.1:{self.soak.server.port}", "--output", self.cassette,
                       "--mode", "once"], self.soak.work)
        self.asked, self.end = [], time.monotonic() + self.seconds

    def finish(self):
        """Stops the recorder, and compares what it has written."""
        recorder, self.recorder = self.recorder, None
        if self.connection:
            self.connection.close()
        self.connection = None
        report = self.soak.report
        report.compared("cassette: exit code",
                        [] if recorder.stop() else [f"exit code {recorder.process.returncode}"])
        try:
            entries = json.loads(self.cassette.read_bytes())["log"]["entries"]
        except (OSError, ValueError, KeyError) as error:
            report.failed("cassette", self.cassette.name, error)
            return
        if len(entries) != len(self.asked):
            report.compared("cassette: count", [f"expected {len(self.asked)} entries, got {len(entries)}"])
        url = f"http://127.0.0.1:{self.soak.server.port}"
        for entry, (case, answer) in zip(entries, self.asked):
            report.compared("cassette: entry", list(self.differences(entry, case, answer, url)),
                            about=f"{case.method} {case.target}")
        self.cassette.unlink()

    def differences(self, entry, case, answer, url):
        """What an entry has otherwise than it was asked and answered."""
        request, response = entry["request"], entry["response"]
        for name, expected, found in [
                ("method", case.method, request["method"]), ("URL", url + case.target, request["url"]),
                ("request", case.body, content(request.get("postData"))),
                ("status", answer.status, response["status"]),
                ("response", answer.body, content(response["content"]))]:
            if expected != found:
                yield f"expected {name} {expected!r}, got {found!r}"
        # The date is left out: it may change between the two heads.
        fields = [[(name, value) for name, value in fields if name not in ("Date", "Connection")]
                  for fields in (answer.headers,
                                 [(field["name"], field["value"]) for field in response["headers"]])]
        if fields[0] != fields[1]:
            yield f"expected header fields {fields[0]}, got {fields[1]}"

    def close(self):
        """Ends with the last cassette."""
        if self.connection:
            self.connection.close()
        self.connection = None
        if self.recorder and self.soak.stop.is_set():
            self.finish()


def content(part):
    """The bytes of a body in a HAR."""
    text = (part or {}).get("text", "")
    return base64.b64decode(text) if (part or {}).get("encoding") == "base64" else text.encode()


def clients(soak):
    """The client of the recorder; there are 12 cassettes in a run."""
    return [Recording(soak, "recording", 3, max(15, soak.seconds / 12))]
