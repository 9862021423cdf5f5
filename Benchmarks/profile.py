#!/usr/bin/env python3
"""Prints the instructions of a call for each component: Latchkey's modules, SQLite, OpenSSL, the C library and Swift.

    profile.py BENCH

BENCH is the benchmark program. valgrind and objcopy must be installed. The instructions of an inlined function belong
to the component that calls it. A generic function of Swift belongs to Swift, even if it is specialized for a type of
Latchkey.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

OPERATIONS = ["find one, data", "find one, attributes", "miss", "add", "update", "delete"]
MODULES = {
    "Security": "Security", "CCollections": "Security",
    "Keychain": "Keychain", "RowSealing": "RowSealing", "Vault": "Vault",
    "KeychainStore": "KeychainStore", "KeychainCrypto": "KeychainCrypto", "OpenSSLSupport": "KeychainCrypto",
    "KeychainModel": "KeychainModel", "KeychainFiles": "KeychainFiles", "KeychainLog": "KeychainFiles",
}
LIBRARIES = [
    ("libsqlite3", "SQLite"), ("libcrypto", "OpenSSL"), ("libswift", "Swift's runtime and library"),
    ("libFoundation", "Foundation"), ("libc.so", "C library"), ("ld-linux", "C library"),
]
ROOMS = [
    "Security", "Keychain", "RowSealing", "Vault", "KeychainStore", "KeychainModel", "KeychainCrypto", "KeychainFiles",
    "page checksums", "Swift's runtime and library", "Foundation", "C library", "SQLite", "OpenSSL", "other",
]
FEW, MANY = 100, 300


def room(library, function):
    if function in ("checksum", "lk_checksum"):
        return "page checksums"
    for part, name in LIBRARIES:
        if part in library:
            return name
    # A mangled name begins with the name of its module. The length of each name precedes the name.
    match = re.match(r"\$s(\d+)", function)
    if match:
        module = function[match.end():][:int(match.group(1))]
        return MODULES.get(module, "Swift's runtime and library")
    if function.startswith("lk_"):
        return "KeychainFiles"
    return "Swift's runtime and library" if function.startswith("$s") else "other"


def costs(path):
    """Returns the instructions of each component. The instructions of a called function belong to that function."""
    names, libraries = {}, {}
    library = function = ""
    is_call = False
    found = collections.Counter()
    for line in open(path, errors="replace"):
        match = re.match(r"(c?)(fn|ob)=\((\d+)\)(?: (.*))?", line.rstrip("\n"))
        if match:
            known = names if match.group(2) == "fn" else libraries
            if match.group(4) is not None:
                known[match.group(3)] = match.group(4)
            if match.group(1) == "":
                if match.group(2) == "fn":
                    function = known.get(match.group(3), "")
                else:
                    library = known.get(match.group(3), "")
        elif line.startswith("calls="):
            is_call = True
        elif line[:1].isdigit() or line[:1] in "+-*":
            words = line.split()
            if len(words) >= 2 and not is_call:
                found[room(library, function)] += int(words[1])
            is_call = False
    return found


def count(bench, store, operation, side, times):
    output = os.path.join(store, "callgrind")
    environment = dict(
        os.environ, LATCHKEY_HOME=os.path.join(store, "keychain"), SWIFT_DETERMINISTIC_HASHING="1")
    subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + output, bench, "instructions", "even", "10000",
         store, operation, side, str(times)],
        env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = costs(output)
    os.unlink(output)
    return found


def profile(bench, store, operation, side):
    """Returns the instructions of one call for each component."""
    many = count(bench, store, operation, side, MANY)
    few = count(bench, store, operation, side, FEW)
    return {name: (many[name] - few[name]) / (MANY - FEW) for name in many}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: profile.py BENCH")
    with tempfile.TemporaryDirectory() as folder:
        # valgrind cannot read the debug information of Swift. The stripped copy keeps the name of the program. The name
        # determines the access group of the program, and so the items that the program finds.
        bench = os.path.join(folder, os.path.basename(sys.argv[1]))
        subprocess.run(["objcopy", "--strip-debug", sys.argv[1], bench], check=True)
        store = os.path.join(folder, "store")
        os.mkdir(store)
        subprocess.run(
            [bench, "fill", "even", "10000", store], check=True, stdout=subprocess.DEVNULL,
            env=dict(os.environ, LATCHKEY_HOME=os.path.join(store, "keychain")))
        profiles, floors = [], []
        for operation in OPERATIONS:
            profiles.append(profile(bench, store, operation, "keychain"))
            floors.append(sum(profile(bench, store, operation, "floor").values()))
    print("instructions of a call, in thousands; 10 000 items\n")
    width = max(map(len, ROOMS))
    print(" " * width + "".join(f"{name.replace('find one, ', 'find, '):>18}" for name in OPERATIONS))
    for name in ROOMS:
        print(f"{name:{width}}" + "".join(f"{one.get(name, 0) / 1000:18.1f}" for one in profiles))
    print(f"{'all':{width}}" + "".join(f"{sum(one.values()) / 1000:18.1f}" for one in profiles))
    print(f"{'the floor':{width}}" + "".join(f"{one / 1000:18.1f}" for one in floors))


if __name__ == "__main__":
    main()
