#!/usr/bin/env python3
"""Measures latchkey-secret-service beside gnome-keyring, with the same libsecret client in the same run.

    secret-service.py CLIENT SERVICE [--sizes 1,1000,10000] [--large] [--quiet] [--check]

CLIENT is the program secret-service (Benchmarks/C), SERVICE is latchkey-secret-service, beside which the tool `security` is.
--large also measures latchkey-secret-service with 100 000 items. --quiet measures the short calls without other load, for
which there are no limits. --check fails when a figure is worse than its limit, and when gnome-keyring is missing.

Each service runs on a bus of its own, in a home folder of its own. gnome-keyring starts with an encrypted file that
contains the items, because gnome-keyring would need hours to store 10 000 items one by one.
"""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "SecretServiceTests" / "Clients"))

SECRET = "0123456789abcdef0123456789abcdef"
# The number of samples of each operation, by the mode of the client. The short calls have more samples, because the first
# few hundred calls are slower than the later ones.
SAMPLES = {"short": 1000, "calls": 50}
# The number of busy processes beside the services while the short calls are measured. The limits are for two processors
# with this load. A processor without work halts, and a virtual machine needs up to 40 us to wake it. The service itself
# needs 80 us for a search.
LOAD = 6
# Up to this number of items, the short calls are measured in several runs, in turn with gnome-keyring. The median of
# the runs counts.
LARGEST_REPEATED_SIZE, REPEATS = 1000, 5

# The largest figures of latchkey-secret-service in milliseconds, and the largest ratios to gnome-keyring.
LIMITS = {
    "search": 0.3, "search, miss": 0.3, "search, one pair": 0.3, "search, one and a common pair": 0.3,
}
RATIOS = {
    (1000, "search"): 0.5, (10_000, "search"): 0.1, (1000, "store"): 1 / 30, (10_000, "store"): 1 / 200,
}
# The operation whose time is that of the bus and of the client alone.
FLOOR = "floor: ping"
# The only ratio that is compared without the floor: the bus and the client alone may take longer than half of
# gnome-keyring's time.
WITHOUT_FLOOR = (1000, "search")
ALL_SECRETS_LIMIT = 1000
# The largest resident memory in MiB. While the service derives a key from a password, it has more memory.
MEMORY_LIMIT = 40
MEMORY = "memory, MiB"
MEMORY_AFTER_UNLOCKING = "memory after an unlocking, MiB"
MEMORY_WHILE_UNLOCKING = "memory while unlocking, MiB"
PASSWORD_SIZE = 1000


def wait_for_service(client, service):
    """Waits until the service owns its name. Beside other load, gnome-keyring reads 10 000 items for half a minute."""
    from service_client import BusError

    end = time.monotonic() + 300
    while service.poll() is None and time.monotonic() < end:
        try:
            client.service("ReadAlias", "s", "default")
            return
        except (BusError, TimeoutError):
            time.sleep(0.01)
    sys.exit(f"{service.args[0]} does not serve the bus")


def inside(arguments):
    """Measures the service of this session, and prints the results as JSON."""
    from service_client import SECRET as PREFIX, Client

    service = subprocess.Popen(arguments.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with Client() as client:
        wait_for_service(client, service)
        if arguments.unlock:
            session = client.plain()
            empty, password = session.wrap(b"", "text/plain"), session.wrap(b"benchmark", "text/plain")
            internal = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"
            path = "/org/freedesktop/secrets/collection/login"
            client.send("/org/freedesktop/secrets", internal, "UnlockWithMasterPassword", "o(oayays)", path, empty)
            client.send(
                "/org/freedesktop/secrets", internal, "ChangeWithMasterPassword", "o(oayays)(oayays)", path, empty,
                password, timeout=600)
            assert client.get(path, "Collection", "Locked") is False
    if arguments.calls == "calls" and not arguments.unlock:
        subprocess.run([arguments.client, "fill", "0", str(arguments.size)], check=True)
    results = medians(arguments) | {MEMORY: memory(service, "VmHWM")}
    service.terminate()
    service.wait()
    print(json.dumps(results))


def medians(arguments):
    """The medians of the client's samples in milliseconds, by operation."""
    figures = {}
    words = [arguments.client, arguments.calls, str(arguments.size), str(SAMPLES[arguments.calls])]
    output = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
    for line in output.stdout.splitlines():
        duration, operation = line.split(" ", 1)
        figures.setdefault(operation, []).append(float(duration) / 1000)
    return {operation: statistics.median(samples) for operation, samples in figures.items()}


def memory(process, kind):
    """The memory of a process in MiB. The kind is a name in /proc/PID/status."""
    with open(f"/proc/{process.pid}/status") as status:
        for line in status:
            if line.startswith(kind + ":"):
                return int(line.split()[1]) / 1024
    raise RuntimeError(f"there is no {kind}")


def unlock(arguments):
    """Unlocks a keychain with a password by a question, and prints the memory of the service as JSON."""
    from service_client import LOGIN, Client

    tool = str(pathlib.Path(arguments.command[0]).with_name("security"))
    subprocess.run([tool, "create-keychain", "-p", "passcode", "login.keychain"], check=True)
    service = subprocess.Popen(arguments.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with Client() as client:
        wait_for_service(client, service)
        subprocess.run([tool, "unlock-keychain", "-p", "passcode"], check=True)
        subprocess.run([arguments.client, "fill", "0", str(arguments.size)], check=True)
        assert client.service("Lock", "ao", [LOGIN]) == ([LOGIN], "/")
        _, prompt = client.service("Unlock", "ao", [LOGIN])
        assert client.prompt(prompt) == (False, ("ao", [LOGIN]))
        session = client.plain()
        assert len(client.secrets(session, client.search({})[0])) == arguments.size
    print(json.dumps({
        MEMORY_AFTER_UNLOCKING: memory(service, "VmRSS"), MEMORY_WHILE_UNLOCKING: memory(service, "VmHWM")}))
    service.terminate()
    service.wait()


def keyring_text(size):
    """The file of gnome-keyring without a password."""
    lines = ["[keyring]", "display-name=Login", "ctime=1600000000", "mtime=1600000000", "lock-on-idle=false",
             "lock-after=false", ""]
    for number in range(size):
        attributes = {
            "service": f"svce{number:016d}", "account": f"acct{number:016d}", "xdg:schema": "latchkey.benchmark"}
        lines += [f"[{number + 1}]", "item-type=0", f"display-name=labl{number:016d}", f"secret={SECRET}",
                  "mtime=1600000000", "ctime=1600000000", ""]
        for index, (name, value) in enumerate(attributes.items()):
            lines += [f"[{number + 1}:attribute{index}]", f"name={name}", "type=string", f"value={value}", ""]
    return "\n".join(lines)


def measure_both(arguments, size, has_rival):
    """The figures of latchkey-secret-service and of gnome-keyring."""
    with folder() as home:
        own = measure(arguments, size, home, "calls")
        rival = measure_rival(arguments, size, "calls") if has_rival else {}
        own_runs, rival_runs = [], []
        with load(0 if arguments.quiet else LOAD):
            for _ in range(REPEATS if size <= LARGEST_REPEATED_SIZE else 1):
                own_runs.append(measure(arguments, size, home, "short"))
                if has_rival:
                    rival_runs.append(measure_rival(arguments, size, "short"))
    return combine(own_runs, own), combine(rival_runs, rival)


def combine(runs, other):
    """The medians of several runs of the short calls, the figures of the other calls, and the greatest memory."""
    if not runs:
        return other
    medians = {operation: statistics.median(run[operation] for run in runs) for operation in runs[0]}
    return medians | other | {MEMORY: max(run[MEMORY] for run in [*runs, other])}


@contextlib.contextmanager
def folder():
    home = pathlib.Path(tempfile.mkdtemp())
    try:
        yield home
    finally:
        shutil.rmtree(home)


def measure(arguments, size, home, calls):
    """Measures latchkey-secret-service. The home folder already has the items when the calls are the short ones."""
    return run(arguments, size, home, ["--calls", calls], [arguments.service])


def measure_rival(arguments, size, calls):
    """Measures gnome-keyring, which gets the items as a file."""
    with folder() as home:
        keyrings = home / "data" / "keyrings"
        keyrings.mkdir(parents=True)
        (keyrings / "login.keyring").write_text(keyring_text(size))
        (keyrings / "default").write_text("login")
        command = ["gnome-keyring-daemon", "--foreground", "--components=secrets",
                   f"--control-directory={home}/run/keyring"]
        return run(arguments, size, home, ["--calls", calls, "--unlock"], command)


def measure_unlocking(arguments, size):
    """Measures the memory of latchkey-secret-service with a keychain that has a password."""
    with folder() as home:
        shutil.copy(ROOT / "Tests" / "SecretServiceTests" / "Clients" / "pinentry.sh", home)
        return run(arguments, size, home, ["--password"], [arguments.service],
                   LATCHKEY_PINENTRY=str(home / "pinentry.sh"))


def run(arguments, size, home, options, command, **variables):
    """Runs this program beside a service in a session of its own, and returns its results."""
    words = [sys.executable, __file__, "--inside", "--size", str(size), "--client", arguments.client, *options]
    environment = {
        **os.environ, "SECRET_SERVICE_HOME": str(home), "XDG_DATA_HOME": str(home / "data"), **variables}
    done = subprocess.run(
        [ROOT / "scripts" / "with-latchkey-secret-service", "none", *words, "--", *command], env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"secret-service.py: {done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


@contextlib.contextmanager
def load(count):
    """Runs busy processes, which also end when this program is killed."""
    words = ["sh", "-c", "while kill -0 $0 2>/dev/null; do for n in 1 2 3 4 5 6 7 8 9; do :; done; done", str(os.getpid())]
    processes = []
    try:
        for _ in range(count):
            processes.append(subprocess.Popen(words))
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def compare(arguments):
    """Measures both services, and prints the figures. Returns what is worse than its limit, and all figures."""
    sizes = [int(size) for size in arguments.sizes.split(",")]
    has_rival = shutil.which("gnome-keyring-daemon") is not None
    failures, report = [], []
    if arguments.check and not has_rival:
        failures.append("gnome-keyring is missing, so nothing is compared with it")
    print("| ms, median | items | latchkey-secret-service | gnome-keyring | ratio |\n|---|--:|--:|--:|--:|")
    for size in sizes + ([100_000] if arguments.large else []):
        own, rival = measure_both(arguments, size, has_rival and size in sizes)
        if size == PASSWORD_SIZE:
            own |= measure_unlocking(arguments, size)
        report.append({"count": size, "own": own, "rival": rival})
        for operation, figure in own.items():
            other = rival.get(operation)
            ratio = figure / other if other else None
            print(f"| {operation} | {size} | {figure:.3f} | {'' if other is None else f'{other:.3f}'} "
                  f"| {'' if ratio is None else f'{ratio:.4f}'} |", flush=True)
            limit = LIMITS.get(operation)
            if operation in [MEMORY, MEMORY_AFTER_UNLOCKING]:
                limit = MEMORY_LIMIT
            if operation == "all secrets" and size <= 10_000:
                limit = ALL_SECRETS_LIMIT
            if limit is not None and figure > limit:
                failures.append(f"{operation}, {size} items: {figure:.3f}, and not at most {limit}")
            limit = RATIOS.get((size, operation))
            if limit is not None and ratio is not None and ratio > limit:
                text = f"{operation}, {size} items: {ratio:.4f} of gnome-keyring, and not at most {limit:.4f}"
                floor = own[FLOOR] / other
                if (size, operation) == WITHOUT_FLOOR and floor > limit:
                    # The bus and the client alone are slower than the limit, so the work of the service is compared.
                    work, rivals = figure - own[FLOOR], other - rival[FLOOR]
                    print(f"exception: {text}; the floor alone is {floor:.4f}. Without the floor: {work:.3f} beside "
                          f"{rivals:.3f} ms")
                    if work <= limit * rivals:
                        continue
                failures.append(text)
    return failures, report


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("client")
    parser.add_argument("service")
    parser.add_argument("--sizes", default="1,1000,10000")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    if arguments.check and arguments.quiet:
        parser.error("the limits are for a machine with other load")
    arguments.client, arguments.service = os.path.abspath(arguments.client), os.path.abspath(arguments.service)
    failures, report = compare(arguments)
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(report, indent=2) + "\n")
    for failure in failures:
        print(f"secret-service.py: {failure}", file=sys.stderr)
    if arguments.check and failures:
        sys.exit(1)


if __name__ == "__main__":
    if "--inside" in sys.argv:
        parser = argparse.ArgumentParser()
        parser.add_argument("--inside", action="store_true")
        parser.add_argument("--size", type=int)
        parser.add_argument("--client")
        parser.add_argument("--unlock", action="store_true")
        parser.add_argument("--password", action="store_true")
        parser.add_argument("--calls")
        parser.add_argument("command", nargs="+")
        parsed = parser.parse_args()
        unlock(parsed) if parsed.password else inside(parsed)
    else:
        main()
