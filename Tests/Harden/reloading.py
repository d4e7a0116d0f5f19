"""A rule file that changes again and again while it is served: each answer is one of its versions."""
import os
import threading
import time

from wire import Wire

#: How many versions there are of a file that is replaced, and of one that is written again in place.
VERSIONS, IN_PLACE = 1_000, 400
#: The time between two versions, and how long the newest one may take to be served, in seconds.
PAUSE = 0.01
DELAY = 1.0
#: How long a file is empty that is written in place.
EMPTY = 0.005
#: How long after the last change the answers are still watched.
LAST = 2


def write(path, number, in_place):
    """Writes a version: into the file itself, which is empty in between, or whole at once."""
    text = (f"# version {number}\nstubs:\n  - match: {{ path: /version }}\n"
            f"    respond: {{ text: \"version {number}\", headers: {{ X-Version: \"{number}\" }} }}\n")
    if in_place:
        with open(path, "w", encoding="utf-8") as file:
            time.sleep(EMPTY)
            file.write(text)
        return
    beside = path.with_name(".version.tmp")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)


def reloading(stage, count, in_place):
    path = stage.folder / "versions" / "version.yaml"
    path.parent.mkdir()
    write(path, 0, in_place)
    server = stage.serve(files=("stubs.yaml", "versions"))
    written = {0: time.monotonic()}
    thread = threading.Thread(target=change, args=(path, written, count, in_place))
    thread.start()
    seen, longest = watch(stage, server, written, thread)
    thread.join()
    stage.expect("the newest version is served", max(seen) == count, f"version {max(seen)}")
    served = seen.get(count, written[count] + LAST) - written[count]
    stage.expect(f"it is served within {DELAY} s", served < DELAY, f"{served:.2f} s")
    stage.measured(f"{len(seen)} of {count:,} versions seen; the newest after {served:.2f} s; "
                   f"an answer was {longest:.2f} s old at most")
    stage.expect("the server lives", server.is_alive)


def change(path, written, count, in_place):
    for number in range(1, count + 1):
        # An answer may have a version from the moment that it is written.
        written[number] = time.monotonic()
        write(path, number, in_place)
        time.sleep(PAUSE)


def watch(stage, server, written, thread):
    """Asks until the last version has been there for a while; when each version was first seen."""
    seen, newest, longest, end = {}, 0, 0.0, None
    with Wire(server.port) as wire:
        while end is None or time.monotonic() < end:
            if end is None and not thread.is_alive():
                end = written[max(written)] + LAST
            time.sleep(0.002)
            asked = time.monotonic()
            wire.send(b"GET /version HTTP/1.1\r\nHost: a\r\n\r\n")
            answer = wire.answer()
            text = answer.body.decode() if answer else ""
            number = int(text[8:]) if answer and answer.status == 200 and text[8:].isdigit() else -1
            holds = number in written and answer.fields.get(b"x-version") == str(number).encode()
            if not stage.expect("an answer is one of the versions", holds,
                                f"{answer and answer.status} {text.partition(chr(10))[0]}"):
                continue
            stage.expect("no answer is older than one before", number >= newest, f"{number} after {newest}")
            newest = max(newest, number)
            seen.setdefault(number, time.monotonic())
            # How long the version had already been replaced when the request was sent.
            if number + 1 in written:
                age = asked - written[number + 1]
                longest = max(longest, age)
                stage.expect("no answer is older than the delay", age < DELAY + 1, f"{age:.2f} s")
    return seen, longest


CHECKS = [("reloading", lambda stage: reloading(stage, VERSIONS, in_place=False)),
          ("reloading-in-place", lambda stage: reloading(stage, IN_PLACE, in_place=True))]
