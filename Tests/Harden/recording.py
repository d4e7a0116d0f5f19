"""Recorders that are killed, and full disks: the recording is the old one or a new one, never half of one."""
import os
import pathlib
import random
import re
import signal
import subprocess
import threading
import time

from server import LIMIT, STUBBER
from wire import Wire

ROUNDS = 8
#: What a file may have, or a disk, so that a recording does not fit.
SMALL = 200_000
#: After how many seconds an answer is recorded even if the recorder is killed.
SOON = 0.2


def record(stage, upstream, file, *arguments, **limits):
    """A recorder, which does not record the requests of a good client."""
    return stage.run(
        "record", f"http://127.0.0.1:{upstream.port}", "--output", str(file), "--only", "path:/file",
        *arguments, **limits)


def ask_on(port, begin, counts, stop, most=1 << 30):
    """Asks for one path after the other until it fails or is stopped; notes when each was answered."""
    try:
        with Wire(port) as wire:
            for number in range(begin, begin + most):
                if stop.is_set():
                    return
                wire.send(f"GET /file/{number} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
                answer = wire.answer()
                if not answer or answer.status != 200:
                    return
                counts[number] = time.monotonic()
    except (OSError, EOFError, ValueError):
        return


def is_loadable(file):
    """Whether the command reads it without a complaint, but for what the journal beside it has."""
    check = subprocess.run(
        [STUBBER, "check", file], capture_output=True, text=True, timeout=LIMIT, check=False)
    return check.returncode == 0 or ("cut off" in check.stdout and "0 errors, 1 warning" in check.stdout)


def first_recording(stage, upstream, file):
    """Makes a recording of three requests, to be there before; its bytes."""
    recorder = record(stage, upstream, file, good=False)
    ask_on(recorder.port, 0, {}, threading.Event(), most=3)
    code = recorder.stop()
    stage.expect("a recorder ends with 0", code == 0, f"code {code}")
    return file.read_bytes()


def kill(stage):
    """Kills recorders while they record and while they write; what was recorded comes back later."""
    upstream = stage.serve()
    chance = random.Random(1)
    answered = recorded = 0
    for number in range(ROUNDS):
        file = stage.folder / f"killed-{number}.yaml"
        old = first_recording(stage, upstream, file)
        recorder = record(stage, upstream, file, "--mode", "newEpisodes")
        times = {}
        thread = threading.Thread(target=ask_on, args=(recorder.port, 100, times, threading.Event()))
        thread.start()
        time.sleep(1 + chance.random() / 2)
        stage.leave(recorder)
        if number % 2:
            # It is then writing the file.
            recorder.process.send_signal(signal.SIGTERM)
            time.sleep(chance.random() / 20)
        killed = time.monotonic()
        recorder.process.kill()
        recorder.process.wait(LIMIT)
        thread.join()
        holds = file.read_bytes() == old or is_loadable(file)
        stage.expect("a killed recorder leaves the old recording or a whole one", holds)
        found = recover(stage, upstream, file, times)
        early = {number for number, moment in times.items() if moment < killed - SOON}
        stage.expect(f"what was answered {SOON} s before is recorded", early <= found,
                     f"{len(early - found)} of {len(early)} are missing")
        stage.expect("nothing in between is missing", found == set(range(100, 100 + len(found))))
        answered += len(times)
        recorded += len(found)
    stage.measured(f"{recorded:,} of {answered:,} answers of {ROUNDS} killed recorders are recorded")


def recover(stage, upstream, file, times):
    """Records again, and finds what of the killed recorder is in the file."""
    again = record(stage, upstream, file, "--mode", "newEpisodes", good=False)
    code = again.stop()
    stage.expect("the next recorder ends with 0", code == 0, again.errors[-200:])
    stage.expect("its recording is whole", is_loadable(file))
    found = re.findall(r"url: \S+/file/(\d+)\b", file.read_text(encoding="utf-8"))
    return set(map(int, found)) & set(times)


def full_disk(stage):
    """A disk that is full: the error is told, and the old recording is still there."""
    upstream = stage.serve()
    file = stage.folder / "small.yaml"
    fill(stage, upstream, file, file_size=SMALL)
    stage.measured(f"RLIMIT_FSIZE of {SMALL // 1_000} KB")
    disk = stage.folder / "disk"
    disk.mkdir()
    mounted = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", disk],
        capture_output=True, check=False).returncode == 0
    if not mounted:
        stage.measured("no small tmpfs: it needs root")
        return
    try:
        fill(stage, upstream, disk / "small.yaml")
        stage.measured(f"a tmpfs of {SMALL // 1_000} KB")
    finally:
        subprocess.run(["umount", "--lazy", disk], check=False)


def fill(stage, upstream, file, **limits):
    old = first_recording(stage, upstream, file)
    # It ends by itself, so that no good client stays with it.
    recorder = record(stage, upstream, file, "--mode", "newEpisodes", good=False, **limits)
    # Not much more than fits, as the lines of the recorder go to a file, too.
    ask_on(recorder.port, 100, {}, threading.Event(), most=200)
    code = recorder.stop()
    told = recorder.errors + recorder.lines.read_text(errors="replace")
    stage.expect("a full disk is an error", code != 0, f"code {code}")
    stage.expect("it is told", any(word in told for word in ["too long", "No space", "disk", "space left"]),
                 told[-300:])
    stage.expect("the old recording is intact, or a whole one is there",
                 file.read_bytes() == old or is_loadable(file), f"{file.stat().st_size} bytes")
    stage.expect("nothing but the recording and what helps to restore it is left", not [
        path.name for path in pathlib.Path(file).parent.glob(f"{file.name}*")
        if path.name not in (file.name, f"{file.name}.journal")])


CHECKS = [("recording-killed", kill), ("recording-full-disk", full_disk)]
