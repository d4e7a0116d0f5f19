"""What a check has found, and the table of all checks."""
import sys

#: What the good client beside each check must not exceed, in seconds: the machine may be shared.
LONGEST = 0.25

COLUMNS = ["check", "tried", "held", "figure", "good client"]


def note(text):
    """Says on standard error what is going on."""
    print(text, file=sys.stderr, flush=True)


#: How often the same failure is told.
TOLD = 3


class Outcome:
    """What a check tried, what of it did not hold, and what it measured."""

    def __init__(self, name):
        self.name = name
        self.tried = 0
        self.failures = []
        self.figures = []
        self.good = []

    def expect(self, what, holds, found=""):
        """Counts one thing that was tried; what does not hold is told at once, but not again and again."""
        self.tried += 1
        if not holds:
            self.failures.append(what)
            if self.failures.count(what) <= TOLD:
                note(f"  not held: {what}{': ' if found else ''}{found}")
        return holds

    def measured(self, text):
        self.figures.append(text)

    @property
    def held(self):
        return not self.failures and not self.complaints

    @property
    def complaints(self):
        """What was wrong with the good client, which no attack may disturb."""
        errors = sum(len(report["errors"]) for report in self.good)
        complaints = [f"{errors} errors of the good client"] if errors else []
        if self.percentile > LONGEST:
            complaints.append(f"the good client waited {milliseconds(self.percentile)}")
        if not any(report["times"] for report in self.good):
            complaints.append("the good client had no answer")
        return complaints

    @property
    def percentile(self):
        """The time in seconds that 99 % of the good client's requests took at most."""
        times = sorted(time for report in self.good for time in report["times"])
        return times[min(len(times) - 1, len(times) * 99 // 100)] if times else 0.0

    @property
    def row(self):
        requests = sum(len(report["times"]) + len(report["errors"]) for report in self.good)
        errors = sum(len(report["errors"]) for report in self.good)
        count = self.tried - len(self.failures)
        return [
            self.name, f"{self.tried:,}", f"{count:,}" + ("" if self.held else " ✗"),
            "; ".join(self.figures) or "–",
            f"{requests:,}, {errors}, {milliseconds(self.percentile)}"]


def milliseconds(seconds):
    return f"{seconds * 1_000:.1f} ms" if seconds < 0.1 else f"{seconds * 1_000:.0f} ms"


def megabytes(count):
    return f"{count / 1e6:,.0f} MB"


def show(outcomes):
    """Prints the table, as Markdown."""
    print("| " + " | ".join(COLUMNS) + " |\n|" + " --- |" * len(COLUMNS))
    for outcome in outcomes:
        print("| " + " | ".join(outcome.row) + " |")
    sys.stdout.flush()
