"""What the servers use and how many requests there were, every few seconds, in a table."""
import os
import statistics
import threading
import time

COLUMNS = ["seconds", "requests", "wrong", "errors", "memory", "descriptors", "threads", "processor",
           "recorder_memory", "recorder_descriptors", "recorder_threads", "clients_processor"]

#: What memory may grow by after the warm-up: part and bytes.
GROWTH, SLACK = 0.2, 20_000_000
#: The part of the run that is the warm-up.
WARM_UP = 0.1


class Sampler(threading.Thread):
    """Writes a row of figures every few seconds."""

    def __init__(self, soak, path, interval):
        super().__init__(name="sampler", daemon=True)
        self.soak, self.interval, self.rows = soak, interval, []
        self.file = open(path, "w")
        print(*COLUMNS, sep="\t", file=self.file, flush=True)

    def run(self):
        self.started = time.monotonic()
        while True:
            self.sample()
            if self.soak.stop.wait(self.interval):
                self.sample()
                return

    def sample(self):
        """One row; the run ends when the server is gone."""
        usage = self.soak.server.usage()
        if not usage or not self.soak.server.is_running:
            self.soak.report.compared("server", ["the server has ended"])
            self.soak.stop.set()
            return
        recorder = self.soak.recorder and self.soak.recorder.usage() or {}
        report, own = self.soak.report, os.times()
        row = [round(time.monotonic() - self.started, 1), report.requests.total(), report.wrong.total(),
               report.errors.total(), usage["memory"], usage["descriptors"], usage["threads"],
               usage["processor"], recorder.get("memory", ""), recorder.get("descriptors", ""),
               recorder.get("threads", ""), round(own.user + own.system, 2)]
        self.rows.append(dict(zip(COLUMNS, row)))
        print(*row, sep="\t", file=self.file, flush=True)

    def around(self, part, span=0.02):
        """The median of memory around a part of the run."""
        end = self.rows[-1]["seconds"]
        near = [row["memory"] for row in self.rows if abs(row["seconds"] - part * end) <= span * end]
        nearest = min(self.rows, key=lambda row: abs(row["seconds"] - part * end))
        return statistics.median(near or [nearest["memory"]])

    def growth(self):
        """Memory after the warm-up, at the end, and the most that it may be."""
        before, after = self.around(WARM_UP), self.around(1)
        return before, after, before * (1 + GROWTH) + SLACK
