"""A client of HTTP/2 that asks several requests at once on one connection; needs python3-h2."""
import select
import socket
import time

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.settings

from answers import Answer
from http1 import PATIENCE

#: Windows of the client, so that large bodies need WINDOW_UPDATE on streams and on the connection.
WINDOW = 100_000


class Connection:
    """A connection by prior knowledge, or with TLS if there is a context for it."""

    def __init__(self, port, context=None, name="localhost"):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            if context:
                self.socket = context.wrap_socket(self.socket, server_hostname=name)
                if self.socket.selected_alpn_protocol() != "h2":
                    raise ConnectionError(f"ALPN chose {self.socket.selected_alpn_protocol()}")
            self.scheme = "https" if context else "http"
            configuration = h2.config.H2Configuration(client_side=True, header_encoding="utf-8")
            self.state = h2.connection.H2Connection(configuration)
            self.state.initiate_connection()
            self.state.update_settings({h2.settings.SettingCodes.INITIAL_WINDOW_SIZE: WINDOW})
            self.flush()
        except BaseException:
            self.socket.close()
            raise
        self.is_open = True

    def flush(self):
        """Sends what the library has to send."""
        self.socket.sendall(self.state.data_to_send())

    def ask_all(self, cases, silent=None, quiet=0.3):
        """The answers to requests that are asked at once, in their order.

        `silent` has the number of bytes that come before silence, by the index of a case. When all else has
        come, the connection has to be quiet for so many seconds.
        """
        silent, streams = silent or {}, {}
        started = time.monotonic()
        for index, case in enumerate(cases):
            stream = self.state.get_next_available_stream_id()
            headers = {name.lower(): value for name, value in case.headers.items()}
            host = headers.pop("host", "127.0.0.1")
            fields = [(":method", case.method), (":scheme", self.scheme), (":authority", host),
                      (":path", case.target), *headers.items()]
            if case.body:
                fields.append(("content-length", str(len(case.body))))
            self.state.send_headers(stream, fields, end_stream=not case.body)
            streams[stream] = Stream(case.body, silent.get(index), self.scheme)
        while not all(stream.is_settled for stream in streams.values()):
            self.upload(streams)
            if not self.receive(streams, started, PATIENCE):
                raise TimeoutError("no answer over HTTP/2")
        if silent:
            end = time.monotonic() + quiet
            while (rest := end - time.monotonic()) > 0 and self.is_open:
                self.receive(streams, started, rest)
        for stream in streams.values():
            stream.answer.body = b"".join(stream.parts)
            if not stream.is_ended:
                stream.answer.ending = "silence"
        return [stream.answer for stream in streams.values()]

    def upload(self, streams):
        """Sends as much of the bodies as the windows allow."""
        for number, stream in streams.items():
            while stream.body and not stream.is_ended:
                room = min(self.state.local_flow_control_window(number), self.state.max_outbound_frame_size)
                if room <= 0:
                    break
                piece, stream.body = stream.body[:room], stream.body[room:]
                self.state.send_data(number, piece, end_stream=not stream.body)
        self.flush()

    def receive(self, streams, started, limit):
        """Takes what comes next; returns whether something came within the limit."""
        pending = getattr(self.socket, "pending", lambda: 0)()
        if not pending and not select.select([self.socket], [], [], limit)[0]:
            return False
        try:
            data = self.socket.recv(65_536)
        except ConnectionResetError:
            data = b""
        if not data:
            self.end(streams, "lost", None)
            return True
        try:
            events = self.state.receive_data(data)
        except h2.exceptions.ProtocolError as error:
            self.end(streams, "malformed", type(error).__name__)
            return True
        now = time.monotonic() - started
        for event in events:
            self.take(event, streams, now)
        if self.is_open:
            self.flush()
        return True

    def take(self, event, streams, now):
        """Notes what an event says about a stream."""
        if isinstance(event, h2.events.ConnectionTerminated):
            self.end(streams, "goaway", int(event.error_code))
        if not (stream := streams.get(getattr(event, "stream_id", None))):
            return
        answer = stream.answer
        if isinstance(event, h2.events.ResponseReceived):
            answer.status = int(dict(event.headers)[":status"])
            answer.headers = [pair for pair in event.headers if not pair[0].startswith(":")]
            answer.head_time = now
        elif isinstance(event, h2.events.DataReceived):
            stream.parts.append(event.data)
            stream.count += len(event.data)
            self.state.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            stream.is_ended, answer.end_time = True, now
        elif isinstance(event, h2.events.StreamReset):
            # After the end, RST_STREAM asks only to stop the upload.
            if not stream.is_ended:
                answer.ending, answer.code = "reset", int(event.error_code)
                stream.is_ended, answer.end_time = True, now

    def end(self, streams, ending, code):
        """Ends all streams that have not ended yet."""
        self.is_open = False
        for stream in streams.values():
            if not stream.is_ended:
                stream.is_ended, stream.answer.ending, stream.answer.code = True, ending, code

    def close(self):
        """Ends the connection, in the order of the protocol if it is still open."""
        try:
            if self.is_open:
                self.state.close_connection()
                self.flush()
        except OSError:
            pass
        self.is_open = False
        self.socket.close()


class Stream:
    """What is sent on a stream, and what came."""

    def __init__(self, body, silent_after, scheme):
        self.body, self.silent_after = body, silent_after
        self.answer, self.parts, self.count, self.is_ended = Answer(scheme), [], 0, False

    @property
    def is_settled(self):
        """Whether nothing more has to come."""
        return self.is_ended or (self.silent_after is not None and self.count >= self.silent_after)
