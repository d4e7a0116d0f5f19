"""The report: a head that says what was measured on what, the targets, and all tables."""
from measurements import ALL
from processes import note
from tables import table


def write(document, folder):
    """Writes RESULTS.md and its charts in the folder."""
    header, figures, noise = (document[key] for key in ("header", "figures", "noise"))
    measured = [measurement for measurement in ALL if measurement.NAME in figures]
    lines = ["# Serving, as measured", "", *head(header), ""]
    rows = [row for measurement in measured if hasattr(measurement, "targets")
            for row in measurement.targets(figures[measurement.NAME])]
    if rows:
        lines += ["## Targets", "", "In bold what misses its target.", "",
                  *table(["what", "target", "measured"], rows), ""]
    for measurement in measured:
        load, stolen = noise[measurement.NAME]
        lines += [f"## {measurement.TITLE}", "", *measurement.tables(figures[measurement.NAME]),
                  *charts(measurement, figures[measurement.NAME], folder),
                  "", f"Load before: {load:.2f}; taken by the host: {stolen:.2f} s.", ""]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "RESULTS.md"
    path.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    note(f"written: {path}")


def charts(measurement, figures, folder):
    """Writes the charts of a measurement; the lines that show them."""
    if not hasattr(measurement, "charts"):
        return []
    lines = []
    for name, title, text in measurement.charts(figures):
        path = folder / "charts" / f"{name}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        lines += ["", f"![{title}](charts/{name}.svg)"]
    return lines


def head(header):
    """What it was measured on, and how."""
    options = f", `{header['options']}`" if header["options"] else \
        "; it has no option for one event loop, so as many as there are cores share its core"
    others = f"WireMock was asked for at most {20 * header['seconds']} s before, for its JVM to " \
        "compile it." if header["others"] else "Of others, only nginx was measured."
    prefix = f", all run by `{header['prefix']}`" if header["prefix"] else ""
    return [
        f"{header['date']}; {header['machine']}; {header['versions']}{prefix}. "
        f"Load before: {header['load']:.2f}; taken by the host of the machine: "
        f"{header.get('stolen', 0):.2f} s; runs done again for that reason: "
        f"{header.get('repeated', 0)}.", "",
        f"Medians of {header['repeats']} repeats of {header['seconds']} s, in turn; ratios are "
        "medians of the ratios of runs that followed each other. Servers have one core, clients "
        f"another. `stubber serve` keeps its journal{options}. {others} How it is measured is in "
        "[README.md](README.md#serving)."]
