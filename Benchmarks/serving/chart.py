"""A line chart as SVG: numbers of stubs on one axis, figures on the other, both by powers of ten.

There is one set of colors, of middle brightness: each has a contrast of about four to one and more
with white and with black, so that the chart is readable on both, whatever shows it.
"""
import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 76, 200, 56, 52

COLORS = ["#2f81f7", "#d1661f", "#a06bd6", "#1a9c85", "#d84a8c", "#8b8f1a", "#b06f5b", "#4f8a4f"]
GRAY = "#7d8590"

STYLE = """
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #7d8590; }
  .title { font-size: 15px; font-weight: 600; }
  .grid { stroke: #7d8590; stroke-opacity: 0.3; }
  .axis { stroke: #7d8590; fill: none; }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
"""


def chart(title, unit, series, dashed=()):
    """The text of the chart; `series` has points by name, `dashed` names lines that are limits."""
    points = [point for line in series.values() for point in line]
    low_x, high_x = powers(x for x, _ in points)
    low_y, high_y = powers(y for _, y in points)
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(x, y):
        return (LEFT + wide * (math.log10(x) - low_x) / (high_x - low_x),
                TOP + high * (1 - (math.log10(y) - low_y) / (high_y - low_y)))

    parts = [f'<text class="title" x="{LEFT}" y="22">{escape(title)}</text>',
             f'<text x="{LEFT}" y="42">{escape(unit)}</text>',
             f'<text x="{LEFT + wide / 2}" y="{HEIGHT - 12}" text-anchor="middle">stubs</text>']
    for power in range(low_x, high_x + 1):
        x, _ = place(10**power, 10**low_y)
        parts += [f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{TOP + high}"/>',
                  f'<text x="{x:.1f}" y="{TOP + high + 20}" text-anchor="middle">'
                  f'{label(power)}</text>']
    for power in range(low_y, high_y + 1):
        _, y = place(10**low_x, 10**power)
        parts += [f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{LEFT + wide}" y2="{y:.1f}"/>',
                  f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label(power)}</text>']
    parts.append(f'<path class="axis" d="M{LEFT} {TOP}V{TOP + high}H{LEFT + wide}"/>')
    parts += lines(series, dashed, place)
    return document(parts)


def lines(series, dashed, place):
    """The lines with their names at the right, moved apart where they would cover each other."""
    parts = []
    names = []
    for (name, line), color in zip(series.items(), COLORS):
        places = [place(*point) for point in line]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        color = GRAY if name in dashed else color
        dash = ' stroke-dasharray="6 4"' if name in dashed else ""
        parts.append(f'<path class="line" stroke="{color}"{dash} d="{path}"/>')
        if name not in dashed:
            parts += [f'<circle fill="{color}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'
                      for x, y in places]
        names.append((places[-1], color, name))
    names.sort(key=lambda entry: entry[0][1])
    for ((end, y), color, name), moved in zip(names, spread([entry[0][1] for entry in names])):
        x = WIDTH - RIGHT + 22
        # What leads from the end of a line to its name.
        parts.append(f'<path stroke="{color}" stroke-opacity="0.5" fill="none" '
                     f'd="M{end + 6:.1f} {y:.1f}L{x - 6} {moved:.1f}"/>')
        parts.append(f'<text style="fill: {color}" x="{x}" y="{moved + 4:.1f}">'
                     f'{escape(name)}</text>')
    return parts


def spread(heights):
    """Heights in ascending order, moved as little as keeps lines of text apart and on the chart."""
    gap = 17
    moved = []
    for y in heights:
        moved.append(max(y, moved[-1] + gap) if moved else y)
    limit = HEIGHT - BOTTOM - 4
    for place in reversed(range(len(moved))):
        moved[place] = min(moved[place], limit)
        limit = moved[place] - gap
    return moved


def document(parts):
    """The chart with its style."""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}">\n<style>{STYLE}</style>\n'
            + "\n".join(parts) + "\n</svg>\n")


def powers(values):
    """The powers of ten around the values."""
    values = list(values)
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def label(power):
    """A power of ten as people write it."""
    return f"{10**power:,}" if power >= 0 else f"{10**power:.{-power}f}"
