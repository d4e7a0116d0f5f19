"""Servers that run out of descriptors: more clients are told so, those that are served go on, and nothing ends."""
import os
import time

from wire import Wire, get

DESCRIPTORS = 60
CLIENTS = 100
LIMIT, RUNS = 1_024, 5

REQUEST = b"GET /good HTTP/1.1\r\nHost: a\r\n\r\n"


def descriptors(stage):
    server = stage.serve(descriptors=DESCRIPTORS)
    served, refused = [], 0
    for number in range(CLIENTS):
        wire = Wire(server.port)
        wire.send(REQUEST)
        try:
            answer = wire.answer()
        except (OSError, EOFError) as error:
            answer = None
            stage.expect("a client has an answer", False, f"number {number}: {type(error).__name__}")
        if answer and answer.status == 200:
            served.append(wire)
            continue
        refused += 1
        stage.expect("one client too many has the answer 503", answer and answer.status == 503,
                     f"number {number}: {answer and answer.status}")
        stage.expect("it says why", answer and len(answer.body) > 20 and b"connections" in answer.body
                     or answer and b"descriptors" in answer.body, str(answer and answer.body))
        stage.expect("its connection is closed", answer and wire.is_closed())
        wire.socket.close()
    stage.expect("some are served, and some are not", len(served) > 10 and refused > 10)
    for wire in served:
        wire.send(REQUEST)
        answer = wire.answer()
        stage.expect("a client that is served goes on", answer and answer.status == 200)
        wire.socket.close()
    answers = [get(server.port, "/good") for _ in range(20)]
    for answer in answers:
        stage.expect("there is room again", answer and answer.status == 200, str(answer and answer.status))
    stage.expect("a file can be read again", get(server.port, "/big").status == 200)
    stage.expect("the server lives", server.is_alive)
    stage.measured(f"{len(served)} of {CLIENTS} clients served with {DESCRIPTORS} descriptors")


def exhausted(stage):
    """A server with 1,024 descriptors gets 1,174 connections, three of which use the admin API, files and an upstream.

    libdispatch ends a process in which it finds no descriptor, at its next look at its threads, within a second.
    """
    real = stage.serve(good=False)
    for _ in range(RUNS):
        server = stage.serve("--upstream", f"http://127.0.0.1:{real.port}", good=False, descriptors=LIMIT)
        wires = [Wire(server.port, limit=10) for _ in range(LIMIT + 150)]
        time.sleep(0.3)
        for number in range(20):
            for wire, path in zip(wires, ("/__admin/mappings", "/upstream", "/big")):
                wire.send(f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
                answer = wire.answer()
                wanted = 200 if path.startswith("/__admin") else 503
                if not stage.expect(f"{path} is answered {wanted}", answer and answer.status == wanted,
                                    str(answer and answer.status)):
                    break
                if wanted == 503:
                    stage.expect("the true reason is said",
                                 b"too many open files (the limit is 1024)" in answer.body, str(answer.body))
            if number == 5:
                os.utime(stage.folder / "stubs.yaml")
            time.sleep(0.1)
        stage.expect("the server lives", server.is_alive, f"code {server.process.poll()}")
        if server.is_alive:
            event = server.wait_for("reloaded", "reloadFailed")
            stage.expect("a reload reads the files", event["event"] == "reloaded", str(event))
            used = len(os.listdir(f"/proc/{server.process.pid}/fd"))
            stage.expect("some descriptors are free", used < LIMIT - 16, f"{used} used")
        for wire in wires:
            wire.socket.close()
        server.stop()
    good = stage.serve()
    stage.expect("the limit is raised where it may be", soft_limit(good) >= min(20_000, hard_limit(good)))
    stage.measured(f"{RUNS} runs of {LIMIT + 150:,} connections with {LIMIT:,} descriptors")


def forwarded(stage):
    """40 requests at once to another server, with 200 descriptors: some wait until others have connected."""
    real = stage.serve(good=False)
    (stage.folder / "Empty").mkdir()
    server = stage.serve(
        "--upstream", f"http://localhost:{real.port}", files=("Empty",), good=False, descriptors=200)
    for _ in range(10):
        wires = [Wire(server.port, limit=10) for _ in range(40)]
        for wire in wires:
            wire.send(b"GET /file/a HTTP/1.1\r\nHost: a\r\n\r\n")
        for wire in wires:
            answer = wire.answer()
            stage.expect("it is answered", answer and answer.status == 200, str(answer and answer.status))
            wire.socket.close()
    stage.serve()


def limits(server):
    """The soft and the hard limit of open files of a server."""
    with open(f"/proc/{server.process.pid}/limits", encoding="ascii") as file:
        line = next(line for line in file if line.startswith("Max open files"))
    return [int(word) for word in line.split()[3:5]]


def soft_limit(server):
    return limits(server)[0]


def hard_limit(server):
    return limits(server)[1]


CHECKS = [("descriptors", descriptors), ("descriptors-exhausted", exhausted),
          ("descriptors-forwarded", forwarded)]
