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
#: How many bursts of saves there are, how many saves a burst has, and the stubs beside the one that is asked for.
BURSTS, SAVES, BESIDE = 3, 100, 400
#: How many versions are written in place before one rests, as between two bursts, which is enough to be served.
IN_ROW, REST = 100, 1.5
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
    written, rested = {0: time.monotonic()}, {}
    thread = threading.Thread(target=change, args=(path, written, rested, count, in_place))
    thread.start()
    seen, longest = watch(stage, server, written, thread, in_place)
    thread.join()
    stage.expect("the newest version is served", max(seen) == count, f"version {max(seen)}")
    served = [seen.get(number, since + LAST) - since for number, since in rested.items()]
    for number, late in zip(rested, served):
        stage.expect(f"one that rests is served within {DELAY} s", late < DELAY, f"{number}: {late:.2f} s")
    stage.measured(f"{len(seen)} of {count:,} versions seen; those that rest after "
                   f"{' '.join(f'{late:.2f}' for late in served)} s; "
                   f"an answer was {longest:.2f} s old at most")
    stage.expect("the server lives", server.is_alive)


def change(path, written, rested, count, in_place):
    for number in range(1, count + 1):
        # An answer may have a version from the moment that it is written.
        written[number] = time.monotonic()
        write(path, number, in_place)
        if number == count or in_place and number % IN_ROW == 0:
            rested[number] = time.monotonic()
            time.sleep(REST)
        time.sleep(PAUSE)


def watch(stage, server, written, thread, in_place):
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
                # One that is written in place counts when it rests.
                if not in_place:
                    stage.expect("no answer is older than the delay", age < DELAY + 1, f"{age:.2f} s")
    return seen, longest


def save_in_pieces(path, number):
    """Saves a version as many editors do: the file is emptied, and what is in it comes piece by piece."""
    lines = [f"  - match: {{ path: /other/{place} }}\n    respond: {{ text: other }}\n" for place in range(BESIDE)]
    lines.append(f"  - match: {{ path: /version }}\n    respond: {{ text: \"version {number}\" }}\n")
    with open(path, "w", encoding="utf-8", buffering=1) as file:
        file.write("stubs:\n")
        for start in range(0, len(lines), 50):
            time.sleep(0.002)
            file.write("".join(lines[start:start + 50]))
            file.flush()


def bursts(stage):
    """Bursts of saves in pieces, of one file of a folder; each answer is a version that was whole."""
    path = stage.folder / "versions" / "version.yaml"
    path.parent.mkdir()
    save_in_pieces(path, 0)
    server = stage.serve(files=("stubs.yaml", "versions"))
    is_over, ends = threading.Event(), []

    def change():
        for burst in range(BURSTS):
            for number in range(SAVES):
                save_in_pieces(path, burst * SAVES + number + 1)
            ends.append(time.monotonic())
            time.sleep(REST)
        is_over.set()

    thread = threading.Thread(target=change)
    thread.start()
    answers, seen = 0, {}
    with Wire(server.port) as wire:
        while not is_over.is_set():
            wire.send(b"GET /version HTTP/1.1\r\nHost: a\r\n\r\n")
            answer = wire.answer()
            answers += 1
            text = answer.body.decode() if answer else ""
            holds = answer and answer.status == 200 and text.startswith("version ")
            stage.expect("each answer is a version", holds, f"{answer and answer.status} {text[:60]}")
            seen.setdefault(text, time.monotonic())
    thread.join()
    for burst, end in enumerate(ends):
        last = f"version {(burst + 1) * SAVES}"
        late = seen.get(last, end + 10 * DELAY) - end
        stage.expect(f"the last version of a burst is served within {DELAY} s", late < DELAY, f"{late:.2f} s")
        stage.measured(f"{late:.2f} s")
    stage.measured(f"after the end of {BURSTS} bursts; {answers:,} answers")
    stage.expect("the server lives", server.is_alive)


CHECKS = [("reloading", lambda stage: reloading(stage, VERSIONS, in_place=False)),
          ("reloading-in-place", lambda stage: reloading(stage, IN_PLACE, in_place=True)),
          ("reloading-bursts", bursts)]
