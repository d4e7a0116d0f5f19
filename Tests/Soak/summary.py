"""The summary of a run, in Markdown, and whether it has passed."""
import datetime
import os
import pathlib
import platform
import subprocess

import h2

import servers
from sampler import WARM_UP


def failures(soak):
    """Why the run has not passed, in words; an empty list if it has."""
    report, found = soak.report, []
    if report.wrong.total():
        found.append(f"{report.wrong.total():,} wrong answers; see wrong.tsv")
    if report.errors.total():
        found.append(f"{report.errors.total():,} requests without an answer; see wrong.tsv")
    if len(soak.sampler.rows) > 1:
        before, after, most = soak.sampler.growth()
        if after > most:
            found.append(f"memory grew from {mega(before)} to {mega(after)}; {mega(most)} are allowed")
    if soak.idle_end is None or soak.idle_end > soak.idle_start:
        found.append(f"{soak.idle_end} open descriptors when idle at the end, {soak.idle_start} at the start")
    if not soak.has_ended_well:
        found.append("the server did not end with exit code 0 after SIGTERM")
    return found


def summary(soak, found):
    """The text of the summary."""
    report, rows = soak.report, soak.sampler.rows
    seconds = rows[-1]["seconds"] if rows else 0
    lines = [
        f"Began {soak.began:%Y-%m-%d %H:%M:%S}, ended {datetime.datetime.now():%H:%M:%S}, "
        f"{seconds / 60:.1f} of {soak.seconds / 60:g} minutes, seed {soak.seed}.", "",
        f"{versions()}.", "", "| What | Figure |", "| --- | --- |",
        f"| compared | {report.requests.total():,} |", f"| wrong | {report.wrong.total():,} |",
        f"| without an answer | {report.errors.total():,} |"]
    if len(rows) > 1:
        before, after, _ = soak.sampler.growth()
        lines.append(f"| memory after the warm-up, {WARM_UP * seconds / 60:.1f} minutes | {mega(before)} |")
        if seconds > 900:
            lines.append(f"| memory after 10 minutes | {mega(soak.sampler.around(600 / seconds, 0.005))} |")
        highest = max(row["memory"] for row in rows)
        most = max(row["descriptors"] for row in rows)
        lines += [f"| memory at the end | {mega(after)} |", f"| most memory | {mega(highest)} |",
                  f"| most open descriptors | {most} |",
                  f"| processor time of the server | {rows[-1]['processor'] - rows[0]['processor']:.0f} s |",
                  f"| processor time of the clients | {rows[-1]['clients_processor']:.0f} s |"]
    if times := sorted(report.reloads):
        late = sum(seconds > 1 for seconds in times)
        lines.append(f"| changed files, and time until one is in use: median, longest, over 1 s | {len(times)}; "
                     f"{times[len(times) // 2]:.2f} s, {times[-1]:.2f} s, {late} times |")
    lines += [f"| open descriptors when idle, start and end | {soak.idle_start} and {soak.idle_end} |", "",
              "| Clients | Compared | Wrong | Without an answer | Slowest, ms |",
              "| --- | --: | --: | --: | --: |"]
    lines += [f"| {name} | {requests:,} | {wrong:,} | {errors:,} | {slowest * 1000:,.0f} |"
              for name, (requests, wrong, errors, slowest) in grouped(report).items()]
    lines += ["", "Passed." if not found else "Failed: " + "; ".join(found) + "."]
    return "\n".join(lines) + "\n"


def grouped(report):
    """The figures of kinds, added up for what comes before the colon in their names."""
    groups = {}
    for kind in sorted(set(report.requests) | set(report.errors)):
        group = groups.setdefault(kind.split(":")[0], [0, 0, 0, 0.0])
        for index, counts in enumerate((report.requests, report.wrong, report.errors)):
            group[index] += counts[kind]
        group[3] = max(group[3], report.slowest[kind])
    return groups


def kinds(report):
    """A table of every kind of request."""
    lines = ["kind\tcompared\twrong\terrors\tslowest_ms"]
    lines += [f"{kind}\t{report.requests[kind]}\t{report.wrong[kind]}\t{report.errors[kind]}\t"
              f"{report.slowest[kind] * 1000:.1f}"
              for kind in sorted(set(report.requests) | set(report.errors))]
    return "\n".join(lines) + "\n"


def versions():
    """What ran, in words."""
    version = subprocess.check_output([servers.program(), "--version"], text=True).strip()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=servers.ROOT, text=True,
                            capture_output=True).stdout.strip() or "unknown"
    return (f"{version}, repository at {commit}, {system()}, Linux {platform.release()}, "
            f"{os.cpu_count()} processors, Python {platform.python_version()}, h2 {h2.__version__}")


def system():
    """The name of the operating system."""
    try:
        lines = pathlib.Path("/etc/os-release").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)["PRETTY_NAME"].strip('"')
    except (OSError, KeyError):
        return platform.system()


def mega(count):
    """Bytes in MB."""
    return f"{count / 1e6:.1f} MB"
