"""Kills the service at random while clients store and delete items, and checks that no acknowledged change is lost.

usage: kill_probe.py ROUNDS. SECRET_SERVICE_PROGRAM is the service; no service runs.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from service_client import *  # noqa: E402,F403

folder = os.environ["LATCHKEY_HOME"]


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


rounds = int(sys.argv[1])
for round in range(rounds):
    service = start()
    stop = threading.Event()
    threads = [threading.Thread(target=work, args=(f"{round}-{number}", stop)) for number in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(random.uniform(0.05, 1))
    service.send_signal(signal.SIGKILL)
    service.wait()
    stop.set()
    for thread in threads:
        thread.join()
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
litter = [name for _, _, names in os.walk(folder) for name in names if "tmp" in name or name.endswith(".new")]
assert litter == [], litter
print(f"stored {len(stored)}, deleted {len(deleted)}, unknown {len(uncertain)}")
