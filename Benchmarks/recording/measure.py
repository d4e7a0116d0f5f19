"""Records from a server that answers at once, ends recorders in several ways, and counts what is kept."""
import asyncio
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

#: What was answered that long before the recorder was killed has to be in the recording.
SETTLED = 0.2
#: Seconds after which something hangs.
LIMIT = 300


def document(size, number):
    """JSON of that size on one line, with a token that has to be hidden."""
    rows, length = [], 0
    while length < size:
        row = {"id": len(rows), "name": f"Item {len(rows)} of {number}", "price": len(rows) * 0.25,
               "tags": ["red", "green", "blue"], "url": f"https://shop.example/items/{len(rows)}?page=2",
               "text": "The quick brown fox jumps over the lazy dog, twice: once more."}
        rows.append(row)
        length += len(json.dumps(row)) + 2
    return json.dumps({"access_token": f"tok{number:04}x8Kq2Zr9Lm4Wp7Td", "items": rows}).encode()


class Server(asyncio.Protocol):
    """Answers each request with the body that its path names: /KIND/NUMBER."""
    bodies = {}

    def connection_made(self, transport):
        self.transport, self.buffer = transport, b""

    def data_received(self, data):
        self.buffer += data
        while b"\r\n\r\n" in self.buffer:
            head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
            kind = head.split(b" ")[1].split(b"/")[1].decode()
            choice = self.bodies[kind]
            body = choice[int(head.split(b" ")[1].split(b"/")[2]) % len(choice)]
            self.transport.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                % len(body) + body)


def serve():
    """Starts the server on a thread of its own; its port."""
    port = []
    ready = threading.Event()

    async def run():
        server = await asyncio.get_running_loop().create_server(Server, "127.0.0.1", 0)
        port.append(server.sockets[0].getsockname()[1])
        ready.set()
        await server.serve_forever()

    threading.Thread(target=lambda: asyncio.run(run()), daemon=True).start()
    ready.wait(LIMIT)
    return port[0]


def record(stubber, upstream, file):
    """A recorder and its port."""
    errors = open(f"{file}.log", "w", encoding="utf-8")
    process = subprocess.Popen(
        [stubber, "record", f"http://127.0.0.1:{upstream}", "-o", str(file), "-p", "0", "--json", "--mode",
         "newEpisodes"], stdout=subprocess.PIPE, stderr=errors, text=True)
    for line in process.stdout:
        if '"url"' in line:
            port = int(re.search(r"http://[^:]+:(\d+)", line).group(1))
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return process, port
    raise SystemExit(f"the recorder did not start: {pathlib.Path(f'{file}.log').read_text()}")


def ask(port, kind, numbers, times):
    """Asks for one path after the other; notes when each answer was whole."""
    try:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            stream = connection.makefile("rb")
            for number in numbers:
                connection.sendall(f"GET /{kind}/{number} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
                length = 0
                while (line := stream.readline()).strip():
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                if not line or len(stream.read(length)) < length:
                    return
                times[number] = time.monotonic()
    except OSError:
        return


def peak(process):
    """The most memory that the process has had, in MB."""
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", text).group(1)) / 1000


def end(process, *signals):
    """Sends signals, each so many seconds after the one before; seconds to the end, and the most memory."""
    start, most = time.monotonic(), 0
    plan = [(start + sum(after for after, _ in signals[:index + 1]), number)
            for index, (_, number) in enumerate(signals)]
    while process.poll() is None:
        try:
            most = max(most, peak(process))
        except (OSError, AttributeError):
            pass
        while plan and time.monotonic() >= plan[0][0]:
            process.send_signal(plan.pop(0)[1])
        time.sleep(0.005)
    return time.monotonic() - start, most


def kept(stubber, upstream, file, kind):
    """The numbers that are in the recording once it has been recorded to again."""
    process, _ = record(stubber, upstream, file)
    end(process, (0, signal.SIGTERM))
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    if "x8Kq2Zr9Lm4Wp7Td" in text:
        raise SystemExit(f"a secret is in {file}")
    return {int(number) for number in re.findall(rf"url: \S+/{kind}/(\d+)\b", text)}


def case(stubber, upstream, folder, title, kind, count, signals, clients=1, seconds=0.0):
    """Records, ends the recorder, records again; a row of the table."""
    file = folder / f"{kind}-{len(list(folder.iterdir()))}.yaml"
    process, port = record(stubber, upstream, file)
    times = {}
    threads = [threading.Thread(target=ask, args=(port, kind, range(client, count, clients), times))
               for client in range(clients)]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    if seconds:
        time.sleep(seconds)
    else:
        for thread in threads:
            thread.join()
    asked = time.monotonic() - begin
    most = peak(process)
    ended = time.monotonic()
    stopping, later = end(process, *signals)
    made = file.exists()
    for thread in threads:
        thread.join()
    found = kept(stubber, upstream, file, kind)
    old = {number for number, moment in times.items() if moment < ended - SETTLED}
    megabytes = sum(len(Server.bodies[kind][number % len(Server.bodies[kind])]) for number in times) / 1e6
    row = [title, f"{len(times):,}", f"{megabytes:,.0f}", f"{asked:.1f}", f"{stopping:.2f}",
           f"{max(most, later):.0f}", "yes" if made else "no", f"{len(set(times) - found):,}",
           f"{len(old - found):,}"]
    print(" | ".join(row), flush=True)
    return row


def main(stubber, results):
    Server.bodies = {
        "large": [document(975_000, number) for number in range(20)],
        "middle": [document(750_000, number) for number in range(20)],
        "small": [document(700, number) for number in range(200)],
    }
    upstream = serve()
    term, interrupt, kill = signal.SIGTERM, signal.SIGINT, signal.SIGKILL
    with tempfile.TemporaryDirectory(dir=os.environ.get("FOLDER")) as name:
        folder = pathlib.Path(name)
        rows = [
            case(stubber, upstream, folder, "200 answers, SIGTERM", "large", 200, [(0, term)]),
            case(stubber, upstream, folder, "200 answers on 4 connections, SIGTERM", "large", 200,
                 [(0, term)], clients=4),
            case(stubber, upstream, folder, "60 answers, SIGINT, SIGINT after 1 s", "middle", 60,
                 [(0, interrupt), (1, interrupt)]),
            case(stubber, upstream, folder, "60 answers, SIGINT, SIGINT at once", "middle", 60,
                 [(0, interrupt), (0.05, interrupt)]),
            case(stubber, upstream, folder, "60 answers, SIGTERM, SIGKILL after 10 s", "middle", 60,
                 [(0, term), (10, kill)]),
            case(stubber, upstream, folder, "full speed, SIGKILL", "small", 1 << 30, [(0, kill)], clients=8,
                 seconds=2.1),
            case(stubber, upstream, folder, "large answers at full speed, SIGKILL", "large", 1 << 30,
                 [(0, kill)], clients=4, seconds=2.1),
        ]
    titles = ["case", "answers", "MB", "asked for, s", "stop, s", "memory, MB", "file at the end", "lost",
              f"lost, {SETTLED} s old"]
    table = [titles, ["---"] + ["---:"] * 5 + ["---"] + ["---:"] * 2] + rows
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    text = "\n".join("| " + " | ".join(row) + " |" for row in table)
    pathlib.Path(results).write_text(
        f"""# Recording

`Benchmarks/recording/run` wrote this at commit {commit}, with {os.cpu_count()} processors, which server, clients and
recorder share.

{text}

*lost*: answers that a client had whole and that are not in the recording once it has been recorded to again.
*memory*: the most that the recorder has had. *file at the end*: whether the recorder has made the file itself;
otherwise the next one makes it of the journal.
""", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
