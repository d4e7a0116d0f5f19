"""A rule file that changes 1,000 times while it is served: each answer is one of its versions."""
import os
import threading
import time

from wire import Wire

VERSIONS = 1_000
#: The time between two versions, and how long the newest one may take to be served, in seconds.
PAUSE = 0.01
DELAY = 1.0
#: How long after the last change the answers are still watched.
LAST = 2


def write(path, number):
    """Puts a version in place at once, in one of three ways that editors write files."""
    text = (f"# version {number}\nstubs:\n  - match: {{ path: /version }}\n"
            f"    respond: {{ text: \"version {number}\", headers: {{ X-Version: \"{number}\" }} }}\n")
    beside = path.with_name(".version.tmp")
    beside.write_text(text, encoding="utf-8")
    if number % 3 == 0:
        # The file keeps its identity where it is written again; for an instant it is not whole.
        path.write_text(text, encoding="utf-8")
    os.replace(beside, path)


def reloading(stage):
    path = stage.folder / "versions" / "version.yaml"
    path.parent.mkdir()
    write(path, 0)
    server = stage.serve(files=("stubs.yaml", "versions"))
    written = {0: time.monotonic()}
    thread = threading.Thread(target=change, args=(path, written))
    thread.start()
    seen, longest = watch(stage, server, written, thread)
    thread.join()
    stage.expect("the newest version is served", max(seen) == VERSIONS, f"version {max(seen)}")
    served = seen.get(VERSIONS, written[VERSIONS] + LAST) - written[VERSIONS]
    stage.expect(f"it is served within {DELAY} s", served < DELAY, f"{served:.2f} s")
    stage.measured(f"{len(seen)} of {VERSIONS:,} versions seen; the newest after {served:.2f} s; "
                   f"an answer was {longest:.2f} s old at most")
    stage.expect("the server lives", server.is_alive)


def change(path, written):
    for number in range(1, VERSIONS + 1):
        # An answer may have a version from the moment that it is written.
        written[number] = time.monotonic()
        write(path, number)
        time.sleep(PAUSE)


def watch(stage, server, written, thread):
    """Asks until the last version has been there for a while; when each version was first seen."""
    seen, newest, longest, end = {}, 0, 0.0, None
    with Wire(server.port) as wire:
        while end is None or time.monotonic() < end:
            if end is None and not thread.is_alive():
                end = written[max(written)] + LAST
            asked = time.monotonic()
            wire.send(b"GET /version HTTP/1.1\r\nHost: a\r\n\r\n")
            answer = wire.answer()
            text = answer.body.decode() if answer else ""
            number = int(text[8:]) if answer and answer.status == 200 and text[8:].isdigit() else -1
            holds = number in written and answer.fields.get(b"x-version") == str(number).encode()
            if not stage.expect("an answer is one of the versions", holds,
                                f"{answer and answer.status} {text[:80]}"):
                continue
            stage.expect("no answer is older than one before", number >= newest, f"{number} after {newest}")
            newest = max(newest, number)
            seen.setdefault(number, time.monotonic())
            # How long the version had already been replaced when the request was sent.
            if number + 1 in written:
                age = asked - written[number + 1]
                longest = max(longest, age)
                stage.expect("no answer is older than the delay", age < DELAY + 1, f"{age:.2f} s")
            time.sleep(0.002)
    return seen, longest


CHECKS = [("reloading", reloading)]
