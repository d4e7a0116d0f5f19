"""SIGTERM: what has begun is finished, nothing new is taken, and a second signal ends it at once."""
import signal
import threading
import time

from server import LIMIT
from wire import Wire

#: Answers that take three seconds (`/slow`) and are under way when the signal comes.
SLOW = 20


def start_slow(server, found):
    """Asks for slow answers; the threads that wait for them."""
    def wait():
        try:
            with Wire(server.port, limit=LIMIT) as wire:
                wire.send(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
                answer = wire.answer()
                found.append(answer.body if answer else b"")
        except (OSError, EOFError) as error:
            found.append(str(error).encode())

    threads = [threading.Thread(target=wait) for _ in range(SLOW)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    return threads


def finish(server):
    """The exit code, and how many seconds it took."""
    begun = time.monotonic()
    return server.process.wait(LIMIT), time.monotonic() - begun


def is_refused(port):
    try:
        with Wire(port, limit=2) as wire:
            wire.send(b"GET /good HTTP/1.1\r\nHost: a\r\n\r\n")
            return wire.answer() is None
    except (OSError, EOFError):
        return True


def stopping(stage):
    """One signal: answers of three seconds are whole, then the program ends with 0."""
    server = stage.serve()
    found = []
    threads = start_slow(server, found)
    stage.leave(server)
    server.process.send_signal(signal.SIGTERM)
    event = server.wait_for("waiting", limit=5)
    stage.expect("how many answers it waits for is told", str(SLOW) in str(event), str(event))
    stage.expect("new clients are refused", is_refused(server.port))
    code, seconds = finish(server)
    for thread in threads:
        thread.join()
    for body in found:
        stage.expect("an answer that had begun is whole", body == b"slow but whole", repr(body))
    stage.expect("all had an answer", len(found) == SLOW, f"{len(found)} of {SLOW}")
    stage.expect("it ends with 0", code == 0, f"code {code}")
    stage.expect("it ends when the last answer has gone", seconds < 5, f"after {seconds:.1f} s")
    stage.measured(f"ended {seconds:.1f} s after the signal")


def twice(stage):
    """A second signal ends it without waiting."""
    server = stage.serve()
    threads = start_slow(server, [])
    stage.leave(server)
    server.process.send_signal(signal.SIGTERM)
    server.wait_for("stopping", limit=5)
    server.process.send_signal(signal.SIGTERM)
    code, seconds = finish(server)
    for thread in threads:
        thread.join()
    stage.expect("a second signal ends it at once", seconds < 0.5, f"after {seconds:.2f} s, code {code}")
    stage.measured(f"ended {seconds * 1_000:.0f} ms after the second signal, code {code}")


def limited(stage):
    """Answers that take longer than --stop-timeout are cut off."""
    server = stage.serve("--stop-timeout", "1")
    found = []
    threads = start_slow(server, found)
    stage.leave(server)
    server.process.send_signal(signal.SIGTERM)
    code, seconds = finish(server)
    for thread in threads:
        thread.join()
    stage.expect("it ends after --stop-timeout", 0.5 < seconds < 1.9, f"after {seconds:.1f} s")
    stage.expect("no answer that was cut off looks whole", b"slow but whole" not in found)
    stage.measured(f"ended {seconds:.1f} s after the signal, code {code}")


CHECKS = [("stopping", stopping), ("stopping-twice", twice), ("stopping-limited", limited)]
