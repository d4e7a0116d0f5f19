"""A server that may have 60 descriptors: more clients are told so, those that are served go on."""
from wire import Wire, get

DESCRIPTORS = 60
CLIENTS = 100

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


CHECKS = [("descriptors", descriptors)]
