"""Kills the service at random while clients store and delete items, and checks that no acknowledged change is lost.

usage: kill_probe.py ROUNDS [SEED]. SECRET_SERVICE_PROGRAM is the service; no service runs.

With `--unkilled` in place of ROUNDS, the service serves one round and ends by itself, and the names of its files are printed.
The files of a service that was killed must have the same names.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from service_client import *  # noqa: E402,F403

FOLDERS = ["LATCHKEY_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"]


def names():
    """The names of all files in the folders of the service."""
    found = set()
    for variable in FOLDERS:
        top = os.environ[variable]
        for folder, _, files in os.walk(top):
            found |= {os.path.join(variable, os.path.relpath(os.path.join(folder, file), top)) for file in files}
    return found


def names_without_kills():
    """The names of the files of a service that is not killed, in folders of its own."""
    with tempfile.TemporaryDirectory() as place:
        folders = {variable: os.path.join(place, variable) for variable in FOLDERS}
        for folder in folders.values():
            os.mkdir(folder, 0o700)
        done = subprocess.run(
            [sys.executable, __file__, "--unkilled"], env={**os.environ, **folders}, stdout=subprocess.PIPE, check=True)
        return set(json.loads(done.stdout.splitlines()[-1]))


def start():
    service = subprocess.Popen([os.environ["SECRET_SERVICE_PROGRAM"]])
    for _ in range(3000):
        try:
            with Client() as client:
                client.service("ReadAlias", "s", "default")
                return service
        except Exception:
            time.sleep(0.01)
    raise SystemExit("the service does not start")


stored, uncertain, deleted = {}, set(), set()
lock = threading.Lock()


def work(number, stop):
    """Stores and deletes items until the service ends."""
    count = 0
    while not stop.is_set():
        name = f"{number}-{count}-{random.random()}"
        count += 1
        try:
            with Client() as client:
                session = client.encrypted()
                with lock:
                    uncertain.add(name)
                client.create(session, {"name": name}, name.encode(), replace=True)
                with lock:
                    uncertain.discard(name)
                    stored[name] = True
                    victim = random.choice(list(stored)) if random.random() < 0.3 else None
                    if victim:
                        del stored[victim]
                        uncertain.add(victim)
                if victim:
                    for item in client.search({"name": victim})[0]:
                        client.item(item, "Delete")
                    with lock:
                        uncertain.discard(victim)
                        deleted.add(victim)
        except Exception:
            time.sleep(0.01)


is_killed = sys.argv[1] != "--unkilled"
rounds = int(sys.argv[1]) if is_killed else 1
seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(1 << 32)
random.seed(seed)
print(f"seed {seed}", flush=True)
# Such as the socket of the bus.
before = names()
for round in range(rounds):
    service = start()
    stop = threading.Event()
    threads = [threading.Thread(target=work, args=(f"{round}-{number}", stop)) for number in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(random.uniform(0.05, 1) if is_killed else 1)
    if is_killed:
        service.send_signal(signal.SIGKILL)
        service.wait()
    stop.set()
    for thread in threads:
        thread.join()
    if not is_killed:
        service.terminate()
        assert service.wait() == 0
# Without these, the checks below would show nothing.
assert len(stored) >= rounds, f"only {len(stored)} items were stored"
assert deleted, "no item was deleted"
service = start()
with Client() as client:
    session = client.encrypted()
    for name in stored:
        (item,), locked = client.search({"name": name})
        assert client.secret(session, item)[0] == name.encode(), name
    for name in deleted:
        assert client.search({"name": name}) == ([], []), name
    everything = client.search({})[0]
    assert len(stored) <= len(everything) <= len(stored) + len(uncertain), (len(stored), len(everything), len(uncertain))
service.terminate()
assert service.wait() == 0
tool("verify-keychain")
files = names() - before
if not is_killed:
    print(json.dumps(sorted(files)))
    sys.exit()
assert files == names_without_kills(), files ^ names_without_kills()
print(f"stored {len(stored)}, deleted {len(deleted)}, unknown {len(uncertain)}")
