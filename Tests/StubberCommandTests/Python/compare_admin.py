"""Asks this server and WireMock 2.35.1 the same, and compares what they answer.

    compare_admin.py OURS THEIRS [--list]

All that may differ is in `admin_differences.py`; what is there and does not differ is an error too.
"""

import http.client
import json
import re
import sys
from urllib.parse import urlsplit

from admin_differences import DIFFERENCES, REASONS
from admin_requests import steps
from admin_values import IDS, UNKNOWN

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# Times of requests and of answers.
TIMES = {"loggedDate", "loggedDateString", "timing"}


class Server:
    def __init__(self, url):
        self.address = urlsplit(url).netloc
        self.port = self.address.split(":")[1]

    def ask(self, method, path, body, headers):
        connection = http.client.HTTPConnection(self.address, timeout=300)
        connection.request(method, path, body.encode() if body is not None else None, headers)
        response = connection.getresponse()
        answer = (response.status, response.read(), response.headers)
        connection.close()
        return answer

    def value(self, value, name=""):
        """A JSON value without what must differ: times, given identifiers, ports, own words."""
        if isinstance(value, dict):
            if "errors" in value:
                value = {"errors": [self.error(error) for error in value["errors"]]}
            left_out = TIMES | self.left_out(value)
            return {key: self.value(item, key) for key, item in value.items() if key not in left_out}
        if isinstance(value, list):
            items = [self.value(item, name) for item in value]
            return sorted(items) if name == "possibleStates" else items
        if name == "distance":
            return "none" if value == 0 else "some"
        if isinstance(value, float) and value == int(value):
            return int(value)
        if isinstance(value, int) and name == "port" and str(value) == self.port:
            return "PORT"
        if isinstance(value, str):
            value = value.replace(self.address, "SERVER")
            return UUID.sub(
                lambda found: found[0] if found[0] in IDS + [UNKNOWN] else "ID", value)
        return value

    @staticmethod
    def left_out(value):
        """What only one of the two can say: the framing of an answer, a stub where there was none."""
        if value.get("wasMatched") is False:
            return {"stubMapping"}
        return {"Content-Length"} if "Matched-Stub-Id" in value else set()

    @staticmethod
    def error(error):
        """An error without the words for people and without line and column."""
        source = error.get("source", {})
        return {"code": error.get("code"), "pointer": source.get("pointer"), "title": error.get("title")}

    def answer(self, step):
        status, body, headers = self.ask(*step[1:])
        try:
            return status, self.value(json.loads(body))
        except ValueError:
            text = self.value(body.decode("utf-8", "replace"))
            if status >= 400 and "Request was not matched" not in text:
                text = "text"
            return status, text if body else ""


def differences(one, two, path=""):
    """Where two values differ, with both."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in sorted(set(one) | set(two)):
            yield from differences(one.get(key, "-"), two.get(key, "-"), f"{path}/{key}")
    elif isinstance(one, (list, tuple)) and isinstance(two, (list, tuple)) and len(one) == len(two):
        for place, (first, second) in enumerate(zip(one, two)):
            yield from differences(first, second, f"{path}/{place}")
    elif one != two:
        yield f"{path}: {json.dumps(one)[:90]} | {json.dumps(two)[:90]}"


def main():
    ours, theirs = Server(sys.argv[1]), Server(sys.argv[2])
    wanted = steps()
    failures = []
    for step in wanted:
        name = step[0]
        (one, two) = (ours.answer(step), theirs.answer(step))
        reason = DIFFERENCES.get(name)
        if "--list" in sys.argv and one != two:
            print(name)
            for difference in differences(one, two):
                print("  ", difference[:200])
        elif one != two and reason is None:
            failures.append(f"{name}: answers differ\n  ours   {one}\n  theirs {two}")
        elif one == two and reason is not None:
            failures.append(f"{name}: listed as different, but the answers are the same: {one}")
        if reason is not None and reason not in REASONS:
            failures.append(f"{name}: there is no reason {reason!r}")
    for name in set(DIFFERENCES) - {step[0] for step in wanted}:
        failures.append(f"{name}: listed as different, but never asked")
    print("\n".join(failures))
    print(f"{len(wanted)} requests, {len(DIFFERENCES)} listed differences, {len(failures)} failures")
    sys.exit(bool(failures))


main()
