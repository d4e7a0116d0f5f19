"""Request smuggling: no request may be found within the body of another one.

Each case is sent as a whole, in pieces of three bytes, and cut in the middle; what comes of it must be
allowed, and the same each time.
"""
from smuggling_cases import BODY, CASES, MARKER, NEXT, REFUSED
from wire import Wire

#: A request that can be understood shows that the connection still agrees on where requests begin.
PROBE = b"GET /good HTTP/1.1\r\nHost: probe\r\n\r\n"
WAYS = {"whole": 1 << 20, "in pieces": 3, "in two": None}


def interpretation(port, data, size):
    """What the server makes of the bytes; anything else than the three that may be is told in words."""
    with Wire(port, limit=3) as wire:
        for start in range(0, len(data), size or len(data) // 2):
            wire.send(data[start:start + (size or len(data) // 2)])
        wire.send(PROBE)
        found = []
        # The probe's answer is the last one: it has the body of the good client's stub.
        while answer := wire.answer():
            found.append(answer)
            if answer.body.startswith(b"All is well."):
                break
        bodies = [answer.body for answer in found]
        statuses = [answer.status for answer in found]
        if statuses[0] in (400, 413, 501) and len(found) == 1:
            return REFUSED
        is_over = statuses[-1] == 200 and bodies[-1].startswith(b"All is well.")
        if statuses[0] != 200 or not is_over and MARKER not in bodies[0]:
            return f"answered {statuses}"
        if len(found) == 3 and MARKER not in bodies[0] and bodies[1] == b"smuggled":
            return NEXT
        if MARKER == bodies[0] and len(found) == (2 if is_over else 1):
            return BODY
        return f"answered {statuses} with {[body[:30] for body in bodies]}"


def smuggling(stage):
    """What a server itself makes of the cases."""
    attack(stage, stage.serve())


def forwarded(stage):
    """What a server makes of them that forwards what comes to another one."""
    (stage.folder / "none.yaml").write_text(
        "stubs: [{ match: { path: /none }, respond: { status: 204 } }]\n", encoding="utf-8")
    upstream = stage.serve()
    attack(stage, stage.serve("--upstream", f"http://127.0.0.1:{upstream.port}", files=["none.yaml"]))


def attack(stage, server):
    counts = dict.fromkeys([REFUSED, BODY, NEXT], 0)
    for name, data, allowed in CASES:
        found = {}
        for way, size in WAYS.items():
            try:
                found[way] = interpretation(server.port, data, size)
            except (OSError, EOFError, ValueError, IndexError) as error:
                found[way] = f"{type(error).__name__}: {error}"
        result = found["whole"]
        holds = result in allowed and len(set(found.values())) == 1
        stage.expect(f"smuggling, {name}", holds, f"expected {' or '.join(allowed)}, got {found}")
        if holds:
            counts[result] += 1
    stage.measured(", ".join(f"{count} {result}" for result, count in counts.items()))
    stage.expect("the server lives", server.is_alive)


CHECKS = [("smuggling", smuggling), ("smuggling-forwarded", forwarded)]
