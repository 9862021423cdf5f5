"""Starts the service with the collections and items that the tests of libsecret and SecretStorage expect.

The tests of libsecret and SecretStorage come with a mocked server and know its items by names, such as
`collection/english/1`. The names of the items of latchkey-secret-service are digits. So this program stands between a
client and the service: it forwards every message unchanged, except that it gives the items their names.

    named_service.py SCENARIO

Prints the bus name that clients must use, and serves until it ends. SCENARIO is `normal`, `lock`, `delete`, `empty`, or
`only-plain` for a service that refuses to encrypt. The environment names the programs: SECRET_SERVICE_PROGRAM, SECURITY_TOOL.
The variables of the service (LATCHKEY_HOME, LATCHKEY_PINENTRY) must select a folder of its own for each start.
"""

import os
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from jeepney import HeaderFields, MessageType, new_error  # noqa: E402
from service_client import *  # noqa: E402,F403

# The collections: label, whether it is locked, and the items with label, attributes and secret.
STANDARD = {
    "english": ("Collection One", False, {
        "1": ("Item One", {"number": "1", "string": "one", "even": "false", "xdg:schema": "org.mock.Schema"}, "111"),
        "2": ("Item Two", {"number": "2", "string": "two", "even": "true", "xdg:schema": "org.mock.Schema"}, "222"),
        "3": ("Item Three", {"number": "3", "string": "three", "even": "false", "xdg:schema": "org.mock.Schema"}, "333"),
    }),
    "spanish": ("", True, {
        "10": ("", {"number": "1", "string": "uno", "even": "false", "xdg:schema": "org.mock.Schema"}, "111"),
        "20": ("", {"number": "2", "string": "dos", "even": "true", "xdg:schema": "org.mock.Schema"}, "222"),
        "30": ("", {"number": "3", "string": "tres", "even": "false", "xdg:schema": "org.mock.Schema"}, "3333"),
    }),
    "german": ("", True, {
        "300": ("", {"number": "3", "string": "drei", "prime": "true", "xdg:schema": "org.mock.Primes"}, "333"),
        "400": ("", {"number": "4", "string": "vier", "prime": "false", "xdg:schema": "org.mock.Primes"}, "444"),
        "500": ("", {"number": "5", "string": "fuenf", "prime": "true", "xdg:schema": "org.mock.Primes"}, "555"),
        "600": ("", {"number": "6", "string": "sechs", "prime": "false", "xdg:schema": "org.mock.Primes"}, "666"),
    }),
    "empty": ("", False, {}),
}
LOCK = {
    "lockone": ("", False, {
        "item": ("", {"number": "1", "string": "one", "even": "false"}, "uno"),
        "confirm": ("", {"number": "2", "string": "two", "even": "true"}, "dos"),
    }),
    "lockprompt": ("", True, {"locked": ("", {"number": "3", "string": "three", "even": "false"}, "tres")}),
}
DELETE = {
    "todelete": ("", False, {
        "item": ("", {"number": "1", "string": "one", "even": "false"}, "uno"),
        "confirm": ("", {"number": "2", "string": "two", "even": "true"}, "dos"),
    }),
    "twodelete": ("", True, {"locked": ("", {"number": "3", "string": "three", "even": "false"}, "tres")}),
}
SCENARIOS = {
    "normal": STANDARD, "only-plain": STANDARD, "lock": {**STANDARD, **LOCK}, "delete": {**STANDARD, **DELETE}, "empty": {},
}

names = {}  # the name of an item in a test, by its path in the service


def start(collections):
    for name in collections:
        tool("create-keychain", "-p", "passcode", name + ".keychain")
    if collections:
        tool("list-keychains", "-s", "login.keychain", *[name + ".keychain" for name in collections])
        tool("default-keychain", "-s", "english.keychain")
    service = subprocess.Popen([os.environ["SECRET_SERVICE_PROGRAM"]], stdout=subprocess.DEVNULL)
    for _ in range(3000):
        try:
            with Client() as client:
                client.service("ReadAlias", "s", "default")
                break
        except Exception:
            time.sleep(0.01)
    with Client() as client:
        session = client.plain()
        for collection, (label, is_locked, items) in collections.items():
            path = PATH + "/collection/" + collection
            if label:
                client.set(path, "Collection", "Label", "s", label)
            for name, (label, attributes, secret) in items.items():
                item = client.create(session, attributes, secret.encode(), label=label, path=path)
                names[item] = f"{path}/{name}"
            if is_locked:
                client.service("Lock", "ao", [path])
    return service


def translated(value, table):
    """A message body with other paths of items."""
    if isinstance(value, str):
        return table.get(value, value)
    if isinstance(value, tuple):
        return tuple(translated(member, table) for member in value)
    if isinstance(value, list):
        return [translated(member, table) for member in value]
    if isinstance(value, dict):
        return {translated(name, table): translated(member, table) for name, member in value.items()}
    return value


class Translator:
    def __init__(self, is_plain):
        self.is_plain = is_plain
        self.front, self.back = open_dbus_connection("SESSION"), open_dbus_connection("SESSION")
        self.lock = threading.Lock()
        self.calls = {}
        self.inward = {name: path for path, name in names.items()}
        rule = MatchRule(type="signal", sender=NAME)
        self.back.send_and_get_reply(message_bus.AddMatch(rule))

    def receive_calls(self):
        while True:
            call = self.front.receive()
            if call.header.message_type != MessageType.method_call:
                continue
            fields = call.header.fields
            sender, serial = fields.get(HeaderFields.sender), call.header.serial
            if self.is_plain and ENCRYPTED in call.body:
                self.front.send(new_error(call, "org.freedesktop.DBus.Error.NotSupported", "s", ("not here",)))
                continue
            call.body = translated(call.body, self.inward)
            fields[HeaderFields.path] = translated(fields[HeaderFields.path], self.inward)
            fields[HeaderFields.destination] = NAME
            fields.pop(HeaderFields.sender, None)
            with self.lock:
                call.header.serial = next(self.back.outgoing_serial)
                self.calls[call.header.serial] = (sender, serial)
                self.back.send(call, serial=call.header.serial)

    def receive_replies(self):
        while True:
            message = self.back.receive()
            fields = message.header.fields
            if message.header.message_type == MessageType.signal:
                if fields.get(HeaderFields.interface) == "org.freedesktop.DBus":
                    continue
                fields[HeaderFields.path] = translated(fields[HeaderFields.path], names)
                fields.pop(HeaderFields.destination, None)
            else:
                with self.lock:
                    call = self.calls.pop(fields.get(HeaderFields.reply_serial), None)
                if call is None:
                    continue
                fields[HeaderFields.destination], fields[HeaderFields.reply_serial] = call
            message.body = translated(message.body, names)
            fields.pop(HeaderFields.sender, None)
            self.front.send(message)


scenario = sys.argv[1] if len(sys.argv) > 1 else "lock"
service = start(SCENARIOS[scenario])


def end(*_):
    service.terminate()
    os._exit(0)


signal.signal(signal.SIGTERM, end)
translator = Translator(scenario == "only-plain")
for work in [translator.receive_calls, translator.receive_replies]:
    threading.Thread(target=work, daemon=True).start()
print(translator.front.unique_name, flush=True)
while True:
    # A test that ends without SIGTERM closes its end of the standard output.
    time.sleep(0.2)
    if os.getppid() == 1:
        end()
