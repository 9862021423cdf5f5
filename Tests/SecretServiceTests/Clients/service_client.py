"""A small client of the Secret Service for tests. It sends exactly what a test says, and raises each error by its name."""

import contextlib
import subprocess
import os
import unittest

from jeepney import DBusAddress, MatchRule, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NAME = "org.freedesktop.secrets"
PATH = "/org/freedesktop/secrets"
LOGIN = PATH + "/collection/login"
SESSION = PATH + "/collection/session"
DEFAULT = PATH + "/aliases/default"
SECRET = "org.freedesktop.Secret."
PROPERTIES = "org.freedesktop.DBus.Properties"
PRIME = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF", 16)
ENCRYPTED = "dh-ietf1024-sha256-aes128-cbc-pkcs7"


class BusError(Exception):
    """An error that the service returned."""

    def __init__(self, name, text):
        super().__init__(f"{name}: {text}")
        self.name = name.removeprefix("org.freedesktop.DBus.Error.").removeprefix(SECRET + "Error.")


class Client:
    """A connection to the bus."""

    def __init__(self):
        self.connection = open_dbus_connection("SESSION")

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, path, interface, member, signature="", *body, timeout=30):
        call = new_method_call(DBusAddress(path, NAME, interface), member, signature or None, body)
        reply = self.connection.send_and_get_reply(call, timeout=timeout)
        if reply.header.message_type == MessageType.error:
            raise BusError(reply.header.fields[4], reply.body[0] if reply.body else "")
        return reply.body[0] if len(reply.body) == 1 else reply.body

    def service(self, member, signature="", *body):
        return self.send(PATH, SECRET + "Service", member, signature, *body)

    def collection(self, path, member, signature="", *body):
        return self.send(path, SECRET + "Collection", member, signature, *body)

    def item(self, path, member, signature="", *body):
        return self.send(path, SECRET + "Item", member, signature, *body)

    def get(self, path, interface, name):
        return self.send(path, PROPERTIES, "Get", "ss", SECRET + interface, name)[1]

    def get_all(self, path, interface):
        values = self.send(path, PROPERTIES, "GetAll", "s", SECRET + interface)
        return {name: value for name, (_, value) in values.items()}

    def set(self, path, interface, name, type, value):
        self.send(path, PROPERTIES, "Set", "ssv", SECRET + interface, name, (type, value))

    def search(self, attributes, path=None):
        if path is None:
            return self.service("SearchItems", "a{ss}", attributes)
        return self.collection(path, "SearchItems", "a{ss}", attributes)

    def plain(self):
        return PlainSession(self)

    def encrypted(self):
        return EncryptedSession(self)

    def create(self, session, attributes, secret, label="label", type="text/plain", replace=False, path=DEFAULT):
        properties = {
            SECRET + "Item.Label": ("s", label),
            SECRET + "Item.Attributes": ("a{ss}", attributes),
        }
        item, prompt = self.collection(
            path, "CreateItem", "a{sv}(oayays)b", properties, session.wrap(secret, type), replace)
        assert prompt == "/"
        return item

    def secret(self, session, item):
        return session.unwrap(self.item(item, "GetSecret", "o", session.path))

    def secrets(self, session, items):
        found = self.service("GetSecrets", "aoo", items, session.path)
        return {path: session.unwrap(secret)[0] for path, secret in found.items()}

    def watch(self):
        """Subscribes to all signals of the service."""
        self.connection.send_and_get_reply(message_bus.AddMatch(MatchRule(type="signal", sender=NAME)))

    @contextlib.contextmanager
    def traced(self):
        """Collects the signals and the replies during a block in the order of their arrival, as (path, member, body). A
        reply is ("", "reply", ())."""
        # The signals of earlier calls come before the reply to this call.
        self.service("ReadAlias", "s", "none")
        trace, receive = [], self.connection.receive

        def recording(**named):
            message = receive(**named)
            fields = message.header.fields
            if message.header.message_type != MessageType.signal:
                trace.append(("", "reply", ()))
            elif fields.get(7) != "org.freedesktop.DBus":
                trace.append((fields[1], fields[3], message.body))
            return message

        self.connection.receive = recording
        try:
            yield trace
            # The reply to this call comes after all signals of the calls before it.
            self.service("ReadAlias", "s", "none")
            assert trace.pop()[1] == "reply"
        finally:
            del self.connection.receive

    @contextlib.contextmanager
    def recorded(self):
        """Collects the signals during a block, as (path, member, body)."""
        signals = []
        with self.traced() as trace:
            yield signals
        signals += [one for one in trace if one[1] != "reply"]

    def prompt(self, path, timeout=60, window=""):
        """Runs a prompt. Returns (dismissed, (type, value))."""
        queue = []
        rule = MatchRule(type="signal", path=path, interface=SECRET + "Prompt")
        with self.connection.filter(rule, queue=mark_queue(queue)):
            self.send(path, SECRET + "Prompt", "Prompt", "s", window)
            while not queue:
                self.connection.recv_messages(timeout=timeout)
        assert queue[0].header.fields[3] == "Completed"
        return queue[0].body


class mark_queue:
    """A queue without a limit, in the form that jeepney expects."""

    def __init__(self, target):
        self.target = target

    def append(self, message):
        self.target.append(message)


class PlainSession:
    def __init__(self, client):
        (type, value), self.path = client.service("OpenSession", "sv", "plain", ("s", ""))
        assert (type, value) == ("s", "")

    def wrap(self, secret, type):
        return (self.path, b"", secret, type)

    def unwrap(self, secret):
        path, parameters, value, type = secret
        assert path == self.path and bytes(parameters) == b""
        return bytes(value), type


class EncryptedSession:
    def __init__(self, client, private=None):
        private = private or int.from_bytes(os.urandom(127), "big")
        public = pow(2, private, PRIME).to_bytes(128, "big")
        (type, value), self.path = client.service("OpenSession", "sv", ENCRYPTED, ("ay", public))
        assert type == "ay" and len(value) == 128
        shared = pow(int.from_bytes(value, "big"), private, PRIME).to_bytes(128, "big")
        self.key = HKDF(SHA256(), 16, None, b"").derive(shared)

    def wrap(self, secret, type):
        vector = os.urandom(16)
        padding = 16 - len(secret) % 16
        encryptor = Cipher(algorithms.AES(self.key), modes.CBC(vector)).encryptor()
        value = encryptor.update(secret + bytes([padding]) * padding) + encryptor.finalize()
        return (self.path, vector, value, type)

    def unwrap(self, secret):
        path, vector, value, type = secret
        assert path == self.path and len(vector) == 16 and len(value) % 16 == 0 and len(value) > 0
        decryptor = Cipher(algorithms.AES(self.key), modes.CBC(bytes(vector))).decryptor()
        padded = decryptor.update(bytes(value)) + decryptor.finalize()
        assert 1 <= padded[-1] <= 16
        return padded[: -padded[-1]], type


def tool(*arguments, input=None, check=True):
    """Runs Latchkey's tool. Returns its output."""
    done = subprocess.run(
        [os.environ["SECURITY_TOOL"], *arguments], input=input, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if check and done.returncode != 0:
        raise AssertionError(f"security {arguments}: {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode()


REPLY = ("", "reply")


def sequence(trace):
    """The paths and the members of signals and replies."""
    return [(path, member) for path, member, _ in trace]


class ClientTest(unittest.TestCase):
    """A test with a connection to the Secret Service."""

    def setUp(self):
        self.client = Client()
        self.addCleanup(self.client.close)

    def fails(self, name, call, *arguments, **named):
        with self.assertRaises(BusError) as raised:
            call(*arguments, **named)
        self.assertEqual(raised.exception.name, name)
