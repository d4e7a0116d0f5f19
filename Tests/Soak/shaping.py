"""Clients of slow answers: none may come before its delay, or faster than its speed or its link."""
import itertools
import threading
import time

import http1
import http2
from answers import Case, TOLERANCE
from traffic import Actor

#: Bytes per second and seconds of the link that a session gets.
LINK_SPEED, LINK_LATENCY = 100_000, 0.05
#: Bytes per second of the slow body in stubs.yaml.
SPEED = 80_000


def late_case(random, bodies):
    """A request whose answer is late or slow."""
    small, medium = bodies.named["small"], bodies.named["medium"]
    return random.choice([
        Case("delay", "GET", "/late/fixed", answer=b"late", head_after=0.12, end_after=0.12),
        Case("random delay", "GET", "/late/random", answer=b"late", head_after=0.05),
        Case("over", "GET", "/late/over", answer=small, end_after=0.4),
        Case("dribble", "GET", "/late/dribble", answer=small, head_after=0.05, end_after=0.55),
        Case("speed", "GET", "/late/speed", answer=medium, end_after=len(medium) / SPEED),
    ])


class Late(Actor):
    """Asks for slow answers, one at a time over HTTP/1 or several at once over HTTP/2."""

    def step(self):
        random, soak = self.random, self.soak
        if random.random() < 0.5:
            connection = http1.Connection(soak.server.port)
            cases = [late_case(random, soak.bodies)]
        else:
            connection = http2.Connection(soak.server.port)
            cases = [late_case(random, soak.bodies) for _ in range(4)]
        try:
            for case, answer in zip(cases, connection.ask_all(cases)):
                self.compare(case, answer, "shaping")
        finally:
            connection.close()


class Links(Actor):
    """Sessions with a link of their own, which two downloads share; each session is ended again."""

    numbers = itertools.count()

    def step(self):
        session = f"link-{next(self.numbers)}"
        mark = {"X-Stub-Session": session}
        administration = http1.Connection(self.soak.server.port)
        try:
            network = f"{{ download: {LINK_SPEED}, latency: {int(LINK_LATENCY * 1000)}ms }}"
            case = Case("set", "PUT", "/__admin/network", mark, network.encode(), is_start=True,
                        answer=b'{\n  "network": {\n    "name": "custom",\n    "download": %d' % LINK_SPEED)
            self.compare(case, administration.ask(case))
            self.download(mark)
            case = Case("end of session", "DELETE", f"/__admin/sessions/{session}", status=204)
            self.compare(case, administration.ask(case))
        finally:
            administration.close()

    def download(self, mark):
        """Two downloads at once, whose bytes cannot come faster than the link."""
        body = self.soak.bodies.named["medium"]
        case = Case("link", "GET", "/files/medium", mark, answer=body, head_after=LINK_LATENCY,
                    end_after=LINK_LATENCY + len(body) / LINK_SPEED)
        found = []

        def ask():
            try:
                connection = http1.Connection(self.soak.server.port)
                try:
                    started = time.monotonic()
                    found.append((started, connection.ask(case)))
                finally:
                    connection.close()
            except Exception as error:
                self.soak.report.failed("shaping: link", case.target, error)

        threads = [threading.Thread(target=ask, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for _, answer in found:
            self.compare(case, answer, "shaping")
        if len(found) == 2:
            # The link is busy from the first request to the last byte.
            due = LINK_LATENCY + 2 * len(body) / LINK_SPEED
            first = min(started for started, _ in found)
            last = max(started + answer.end_time for started, answer in found) - first
            early = last < due - TOLERANCE
            self.soak.report.compared(
                "shaping: shared link",
                [f"both came within {last:.4f} s, before {due:.4f} s"] if early else [], last)


def clients(soak):
    """The clients of slow answers."""
    return [*(Late(soak, f"shaping {number}", 0.7) for number in range(3)), Links(soak, "links", 0.2)]
