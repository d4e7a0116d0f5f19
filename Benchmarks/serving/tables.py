"""Tables in Markdown, and figures beside their targets."""


def number(value, unit=""):
    """Three digits that count, or a dash when there is no figure."""
    if value is None:
        return "–"
    if abs(value) >= 100:
        return f"{value:,.0f}{unit}"
    return f"{value:.{1 if abs(value) >= 10 else 2}f}{unit}"


def table(columns, rows):
    """The lines of a table."""
    return ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)] + [
        "| " + " | ".join(row) + " |" for row in rows]


def target(title, value, limit, unit="", least=False):
    """What a figure shall be, at most or at least, and is: a row of the table of targets."""
    text = number(value, unit)
    met = value is not None and (value >= limit if least else value <= limit)
    return [title, f"{'≥' if least else '≤'} {number_of_target(limit)}{unit}",
            text if met else f"**{text}**"]


def number_of_target(limit):
    """As it was written down."""
    return f"{limit:,}"
