"""A flame graph as SVG: how often each chain of calls was found, callers below what they call.

The form is that of Brendan Gregg (https://www.brendangregg.com/flamegraphs.html): the width of a
box is its share of all samples; the order from left to right means nothing.
"""
from xml.sax.saxutils import escape

WIDTH, ROW, LETTER = 1200, 17, 6.6
#: Narrower boxes are left out, with what is above them.
NARROWEST = 0.0015

KINDS = [("kernel", "#8b8f1a"), ("reference counts, exclusivity, memory", "#d1661f"),
         ("C libraries", "#1a9c85"), ("stubber", "#2f81f7")]

STYLE = """
  text { font: 11px ui-monospace, monospace; fill: #ffffff; pointer-events: none; }
  .text { font: 13px system-ui, sans-serif; fill: #7d8590; }
  .title { font-size: 15px; font-weight: 600; }
  rect { stroke: #ffffff; stroke-opacity: 0.5; stroke-width: 0.5; }
"""


class Frame:
    """A function below certain callers: its samples, those of what it calls included."""

    def __init__(self):
        self.count = 0
        self.calls = {}

    def add(self, names, count):
        """Counts one chain of calls, the outermost first."""
        self.count += count
        if names:
            self.calls.setdefault(names[0], Frame()).add(names[1:], count)

    def depth(self, least):
        """How many rows it takes, itself not included."""
        return max((1 + frame.depth(least) for frame in self.calls.values()
                    if frame.count >= least), default=0)


def flame_graph(title, chains):
    """The text of the graph; `chains` has how often each chain of (kind, name) was found."""
    root = Frame()
    for chain, count in chains.items():
        root.add(chain, count)
    least = root.count * NARROWEST
    height = (root.depth(least) + 1) * ROW + 60
    parts = [f'<text class="text title" x="8" y="20">{escape(title)}</text>']
    x = 8
    for kind, color in KINDS:
        share = own_share(root, kind)
        label = f"{kind} {share:.0%}"
        parts += [f'<rect x="{x}" y="30" width="11" height="11" fill="{color}"/>',
                  f'<text class="text" x="{x + 16}" y="40">{escape(label)}</text>']
        x += 40 + 7.2 * len(label)
    draw(root, 0, height - ROW, WIDTH / root.count, least, root.count, parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}"><style>{STYLE}</style>'
            + "\n".join(parts) + "</svg>\n")


def own_share(root, kind):
    """The share of samples that were found in a function of that kind itself."""
    def own(frame, inside):
        rest = frame.count - sum(call.count for call in frame.calls.values())
        return (rest if inside else 0) + sum(
            own(call, name[0] == kind) for name, call in frame.calls.items())
    return own(root, False) / root.count


def draw(frame, x, y, scale, least, total, parts):
    """Adds the boxes of what a function calls, and of what is above them."""
    colors = dict(KINDS)
    for (kind, name), call in sorted(frame.calls.items()):
        width = call.count * scale
        if call.count >= least:
            shown = name[:max(0, int((width - 4) / LETTER))] if width > 24 else ""
            tip = escape(f"{name} — {call.count / total:.1%}")
            parts.append(
                f'<g><title>{tip}</title><rect x="{x:.1f}" y="{y}" width="{width:.1f}" '
                f'height="{ROW}" fill="{colors[kind]}"/>'
                f'<text x="{x + 3:.1f}" y="{y + 12}">{escape(shown)}</text></g>')
            draw(call, x, y - ROW, scale, least, total, parts)
        x += width
