#!/usr/bin/env python3
"""Draws the time of one find and one add as a function of the number of items.

    plot.py REPORT.json IMAGE.svg
    plot.py --secret-service REPORT.json IMAGE.svg

The first form draws a report of `make bench`, and the second one draws a report of `make bench-desktop`.

Needs matplotlib (Debian: python3-matplotlib). The colours and the transparent background are
readable on white and on black.
"""

import json
import sys

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot
from matplotlib.ticker import FuncFormatter

GREY = "#808890"
# The colours can be distinguished by people with colour vision deficiency (Okabe and Ito).
SERIES = [
    ("gnome-keyring through libsecret", "#D55E00", "s"),
    ("Latchkey", "#0090D0", "o"),
    ("SQLite and OpenSSL alone", "#009E73", "^"),
]
OPERATIONS = ["find one, data", "add"]
SERVICE_SERIES = [
    ("gnome-keyring", "#D55E00", "s"),
    ("latchkey-secret-service", "#0090D0", "o"),
    ("latchkey-secret-service, a call without work", "#009E73", "^"),
]
SERVICE_OPERATIONS = ["search", "store"]


def points(report, operation):
    """Returns the medians of each series, as pairs of the number of items and the microseconds."""
    rival = [
        (one["count"], one["summary"]["median"])
        for one in report["rival"]
        if one["operation"] == operation
    ]
    ours, floor = [], []
    for store in report["stores"]:
        if store["filling"] != "even":
            continue
        for one in store["operations"]:
            if one["operation"] == operation:
                ours.append((store["count"], one["keychain"]["median"]))
                floor.append((store["count"], one["floor"]["median"]))
    return [sorted(rival), sorted(ours), sorted(floor)]


def service_points(report, operation):
    """Returns the same for the Secret Service. The floor is a call that does no work."""
    def of(side, name):
        return sorted((one["count"], one[side][name] * 1000) for one in report if name in one[side])

    return [of("rival", operation), of("own", operation), of("own", "floor: ping")]


def duration(microseconds, _=None):
    if microseconds >= 1e6:
        return f"{microseconds / 1e6:g} s"
    if microseconds >= 1e3:
        return f"{microseconds / 1e3:g} ms"
    return f"{microseconds:g} µs"


def items(count, _=None):
    return f"{count:,.0f}".replace(",", "\u202f")


def style(axes, title):
    axes.set_title(title, color=GREY, fontsize=11)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("items in the store", color=GREY)
    axes.xaxis.set_major_formatter(FuncFormatter(items))
    axes.yaxis.set_major_formatter(FuncFormatter(duration))
    axes.tick_params(which="both", colors=GREY)
    axes.minorticks_off()
    axes.grid(color=GREY, alpha=0.3, linewidth=0.6)
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(GREY)


def draw(path, salt, series, lines, titles):
    # The text in the figure is written as text, and not as paths. The file is then smaller, and the text can be
    # searched.
    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": salt, "font.size": 10})
    figure, both = pyplot.subplots(1, 2, figsize=(9, 4), sharey=True)
    for axes, found, title in zip(both, lines, titles):
        style(axes, title)
        for (name, colour, marker), line in zip(series, found):
            if line:
                axes.plot(*zip(*line), color=colour, marker=marker, markersize=5, label=name)
    handles, names = both[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="lower center", ncol=3, frameon=False, labelcolor=GREY)
    figure.tight_layout(rect=(0, 0.08, 1, 1))
    figure.savefig(path, transparent=True, metadata={"Date": None})


def main():
    words = sys.argv[1:]
    is_service = words[:1] == ["--secret-service"]
    words = words[is_service:]
    if len(words) != 2:
        sys.exit(__doc__)
    with open(words[0], encoding="utf-8") as file:
        report = json.load(file)
    if is_service:
        lines = [service_points(report, operation) for operation in SERVICE_OPERATIONS]
        draw(words[1], "secret-service", SERVICE_SERIES, lines, ["searching one item", "storing one item"])
    else:
        lines = [points(report, operation) for operation in OPERATIONS]
        draw(words[1], "cost", SERIES, lines, ["finding one item", "adding one item"])


if __name__ == "__main__":
    main()
