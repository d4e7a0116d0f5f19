"""The chart of a run as SVG: four panels over time. Colors are readable on white and on black."""
import math
from xml.sax.saxutils import escape

WIDTH, PANEL, GAP = 760, 120, 44
LEFT, RIGHT, TOP = 70, 120, 44

COLORS = ["#2f81f7", "#d1661f"]

STYLE = """
  text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #7d8590; }
  .title { font-size: 15px; font-weight: 600; }
  .name { font-weight: 600; }
  .grid { stroke: #7d8590; stroke-opacity: 0.3; }
  .line { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
"""


def chart(title, rows):
    """The text of the chart; rows are those of the sampler."""
    minutes = [row["seconds"] / 60 for row in rows]
    panels = [
        ("Memory, MB", {"server": scaled(rows, "memory", 1e6),
                        "recorder": scaled(rows, "recorder_memory", 1e6)}),
        ("Open descriptors", {"server": scaled(rows, "descriptors"),
                              "recorder": scaled(rows, "recorder_descriptors")}),
        ("Requests in a second", {"requests": rates(rows)}),
        ("Wrong answers and errors so far", {"wrong": scaled(rows, "wrong"),
                                             "errors": scaled(rows, "errors")}),
    ]
    height = TOP + len(panels) * (PANEL + GAP) + 8
    parts = [f'<text class="title" x="{LEFT}" y="22">{escape(title)}</text>']
    for index, (name, series) in enumerate(panels):
        parts += panel(name, series, minutes, TOP + 18 + index * (PANEL + GAP))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}">\n<style>{STYLE}</style>\n' + "\n".join(parts) + "\n</svg>\n")


def scaled(rows, column, unit=1):
    """The values of a column; `None` where there is none."""
    return [row[column] / unit if row[column] != "" else None for row in rows]


def rates(rows):
    """Requests in a second, between each row and the one before."""
    result = [None]
    for before, after in zip(rows, rows[1:]):
        seconds = after["seconds"] - before["seconds"]
        result.append((after["requests"] - before["requests"]) / seconds if seconds > 0.2 else None)
    return result


def panel(name, series, minutes, top):
    """One panel: its name, both axes and a line for each series."""
    wide, end = WIDTH - LEFT - RIGHT, max(minutes[-1], 0.01)
    most = max([value for line in series.values() for value in line if value is not None] or [0])
    step_y = step(most, 3)
    limit = step_y * max(1, math.ceil(most / step_y))
    parts = [f'<text class="name" x="{LEFT}" y="{top - 8}">{escape(name)}</text>']
    for count in range(round(limit / step_y) + 1):
        y = top + PANEL * (1 - count * step_y / limit)
        parts += [f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{LEFT + wide}" y2="{y:.1f}"/>',
                  f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{count * step_y:g}</text>']
    step_x = step(end, 6)
    for count in range(int(end / step_x + 1e-9) + 1):
        x = LEFT + wide * count * step_x / end
        parts.append(f'<text x="{x:.1f}" y="{top + PANEL + 17}" text-anchor="middle">{count * step_x:g}'
                     f'{" min" if count == 0 else ""}</text>')
    for index, (label, line) in enumerate(series.items()):
        color = COLORS[index]
        path, is_drawn = "", False
        for minute, value in zip(minutes, line):
            if value is not None:
                x, y = LEFT + wide * minute / end, top + PANEL * (1 - value / limit)
                path += f'{"L" if is_drawn else "M"}{x:.1f} {y:.1f}'
            is_drawn = value is not None
        parts.append(f'<path class="line" stroke="{color}" d="{path}"/>')
        parts.append(f'<text style="fill: {color}" x="{LEFT + wide + 12}" y="{top + 12 + 18 * index}">'
                     f'{escape(label)}</text>')
    return parts


def step(most, count):
    """A distance of lines that people read easily: 1, 2 or 5 times a power of ten."""
    if most <= 0:
        return 1
    power = 10 ** math.floor(math.log10(most / count))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power * count >= most * 0.999)
