#!/usr/bin/env python3
"""Writes the figures of a recorded run into a page, between two marker lines.

    figures.py REPORT.json PAGE.md
"""

import json
import sys

BEGIN = "<!-- figures of Benchmarks/report.json: make bench-plot -->\n"
END = "<!-- end of the figures -->\n"

# The numbers of items in the stores of Latchkey and of gnome-keyring whose figures are shown.
COUNT = 10_000
RIVAL_COUNT = 1_000


def number(value):
    if value is None:
        return ""
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:,.{digits}f}".replace(",", " ")


def plural(count):
    return f"{count:,}".replace(",", " ")


def even(report, count):
    return next(s for s in report["stores"] if s["filling"] == "even" and s["count"] == count)


def operations(report):
    rival = {
        one["operation"]: one["summary"]["median"]
        for one in report["rival"]
        if one["count"] == RIVAL_COUNT
    }
    yield (
        f"| µs, median; {plural(COUNT)} items | Latchkey | as written | SQLite and OpenSSL alone"
        f" | ratio | gnome-keyring, {plural(RIVAL_COUNT)} items |\n"
    )
    yield "|---|--:|--:|--:|--:|--:|\n"
    for one in even(report, COUNT)["operations"]:
        name = one["operation"]
        written, floor = one.get("asWritten"), one.get("floor")
        cells = [
            name,
            number(one["keychain"]["median"]),
            number(written and written["median"]),
            number(floor and floor["median"]),
            number(one["ratio"]["value"] if "ratio" in one else None),
            number(rival.get(name)),
        ]
        yield "| " + " | ".join(cells) + " |\n"


def sentences(report):
    processes = {one["name"]: one["summary"]["median"] / 1000 for one in report["processes"]}
    if processes:
        yield "Whole processes that find one item, ms: "
        yield "; ".join(f"`{name}` {number(time)}" if "C over" not in name else f"{name} {number(time)}"
                        for name, time in processes.items())
        yield ".\n"
    largest = max(s["count"] for s in report["stores"])
    memory = max(s["footprint"]["memory"]["peak"] for s in report["stores"])
    place = even(report, largest)["footprint"]
    yield f"With {plural(largest)} items: {number(place['bytesPerItem'])} bytes an item; a process that"
    yield f" uses the store has at most {number(place['memory']['peak'])} MiB of memory"
    yield f" ({number(memory)} MiB with any of the stores).\n"
    missed = [one for one in report["targets"] if not one["isMet"]]
    if missed:
        yield "Missed target: "
        yield "; ".join(
            f"{one['name']} is {number(one['measured'])}, and the target is {number(one['limit'])}"
            for one in missed
        )
        yield ".\n"


def machine(report):
    one = report["machine"]
    return (
        f"Measured on {one['date'][:10]}: {one['processor']}, {one['cores']} cores, {one['system']};"
        f" load before the run {number(one['load'])}. Absolute figures move with the machine; the ratios"
        " hold.\n"
    )


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        page = file.read()
    # The page may also have other figures, with the same line at their end.
    before, found, rest = page.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not found or not ended or BEGIN in rest:
        sys.exit(f"{sys.argv[2]}: the lines that mark the place are missing")
    text = "".join(operations(report)) + "\n" + "".join(sentences(report)) + "\n" + machine(report)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n" + text + "\n" + END + after)


if __name__ == "__main__":
    main()
