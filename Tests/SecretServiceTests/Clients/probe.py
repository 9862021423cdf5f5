"""Asks a running Secret Service everything that a client can rely on, and much that a client should not send."""

import os
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from service_client import *  # noqa: E402,F403


class ServiceTest(ClientTest):
    def item(self, attributes, secret=b"secret", **named):
        """Makes an item that is deleted after the test."""
        item = self.client.create(self.client.plain(), attributes, secret, **named)
        self.addCleanup(self.remove, item)
        return item

    def remove(self, item):
        try:
            with Client() as client:
                client.item(item, "Delete")
        except BusError as error:
            self.assertEqual(error.name, "UnknownObject")


class Sessions(ServiceTest):
    def test_public_keys_that_hide_nothing_are_refused(self):
        for key in [0, 1, PRIME - 1, PRIME, PRIME + 1]:
            value = key.to_bytes(128, "big")
            self.fails("InvalidArgs", self.client.service, "OpenSession", "sv", ENCRYPTED, ("ay", value))
        for value in [b"", b"\0", b"\1", b"\1" * 129, b"\0" * 300, (1).to_bytes(300, "big")]:
            self.fails("InvalidArgs", self.client.service, "OpenSession", "sv", ENCRYPTED, ("ay", value))

    def test_short_public_keys_are_accepted(self):
        (_, value), path = self.client.service("OpenSession", "sv", ENCRYPTED, ("ay", b"\2"))
        self.assertEqual(len(value), 128)

    def test_an_unknown_algorithm_is_not_supported(self):
        self.fails("NotSupported", self.client.service, "OpenSession", "sv", "rot13", ("s", ""))
        self.fails("NotSupported", self.client.service, "OpenSession", "sv", "", ("s", ""))

    def test_the_key_must_be_bytes(self):
        self.fails("InvalidArgs", self.client.service, "OpenSession", "sv", ENCRYPTED, ("s", "key"))

    def test_every_handshake_agrees(self):
        # One shared secret in 256 begins with a zero.
        item = self.item({"handshake": "1"}, b"agreed")
        for _ in range(300):
            with Client() as client:
                self.assertEqual(client.secret(client.encrypted(), item)[0], b"agreed")

    def test_every_secret_has_its_own_vector(self):
        item = self.item({"vector": "1"})
        session = self.client.encrypted()
        vectors = {bytes(self.client.item(item, "GetSecret", "o", session.path)[1]) for _ in range(20)}
        self.assertEqual(len(vectors), 20)

    def test_a_session_belongs_to_its_connection(self):
        item = self.item({"owner": "1"})
        session = self.client.plain()
        with Client() as other:
            self.fails("NoSession", other.item, item, "GetSecret", "o", session.path)
            self.fails("NoSession", other.service, "GetSecrets", "aoo", [item], session.path)
            self.fails("AccessDenied", other.send, session.path, SECRET + "Session", "Close")
        self.assertEqual(self.client.secret(session, item)[0], b"secret")

    def test_a_closed_session_is_gone(self):
        item = self.item({"closed": "1"})
        session = self.client.plain()
        self.client.send(session.path, SECRET + "Session", "Close")
        self.fails("NoSession", self.client.item, item, "GetSecret", "o", session.path)
        self.fails("UnknownObject", self.client.send, session.path, SECRET + "Session", "Close")

    def test_sessions_end_with_their_connection(self):
        item = self.item({"ended": "1"})
        with Client() as other:
            path = other.plain().path
        for _ in range(200):
            try:
                self.client.send(path, SECRET + "Session", "Close")
            except BusError as error:
                if error.name == "UnknownObject":
                    break
            time.sleep(0.01)
        else:
            self.fail("the session has not ended")
        self.fails("NoSession", self.client.item, item, "GetSecret", "o", path)

    def test_a_connection_has_a_limit_of_sessions(self):
        with self.assertRaises(BusError) as raised:
            for _ in range(100):
                self.client.plain()
        self.assertEqual(raised.exception.name, "LimitsExceeded")

    def test_secrets_of_another_session_do_not_decrypt(self):
        session, other = self.client.encrypted(), self.client.encrypted()
        path, vector, value, type = session.wrap(b"secret of more than a block", "text/plain")
        for wrong in [
            (path, b"", value, type), (path, vector[:15], value, type), (path, vector + b"1", value, type),
            (path, vector, b"", type), (path, vector, value[:-1], type), (path, vector, value + b"1", type),
        ]:
            self.fails("InvalidArgs", self.client.collection, DEFAULT, "CreateItem", "a{sv}(oayays)b", {}, wrong, False)
        self.fails(
            "InvalidArgs", self.client.collection, DEFAULT, "CreateItem", "a{sv}(oayays)b", {},
            (self.client.plain().path, vector, value, type), False)
        self.assertEqual(self.client.search({}, DEFAULT), self.client.get(DEFAULT, "Collection", "Items"))


class Bytes(ServiceTest):
    secrets = [
        b"", b"\0", b"a\0b", b"a\nb\n", b"\\u0142", b"\xff\xfe\x80", bytes(range(256)), b"x" * 15, b"x" * 16,
        b"x" * 17, b"p" * (1 << 20), "größe 🗝".encode(),
    ]

    def test_secrets_survive(self):
        for session in [self.client.plain(), self.client.encrypted()]:
            for number, secret in enumerate(self.secrets):
                item = self.item({"bytes": str(number)}, b"first")
                self.client.item(item, "SetSecret", "(oayays)", session.wrap(secret, "text/plain"))
                self.assertEqual(self.client.secret(session, item), (secret, "text/plain"))
                other = self.client.create(session, {"bytes": str(number)}, secret)
                self.addCleanup(self.remove, other)
                self.assertEqual(self.client.secrets(session, [other, item]), {other: secret, item: secret})

    def test_attributes_and_labels_survive(self):
        texts = ["", "a\nb", "\x01\x7f", "größe", "e\u0301", "\u00e9", "🗝", "n" * 65536, " ", "xdg:schema", "\ufffd"]
        for text in texts:
            for attributes in [{text: "value"}, {"name": text}, {text: text}]:
                item = self.item(attributes, label=text)
                values = self.client.get_all(item, "Item")
                self.assertEqual(values["Attributes"], attributes)
                self.assertEqual(values["Label"], text)
                self.assertIn(item, self.client.search(attributes)[0])
                self.remove(item)

    def test_composed_and_decomposed_texts_differ(self):
        item = self.item({"normal": "e\u0301"})
        self.assertEqual(self.client.search({"normal": "\u00e9"}), ([], []))
        self.assertEqual(self.client.search({"normal": "e\u0301"}), ([item], []))

    def test_the_bus_refuses_texts_that_are_no_utf_8(self):
        """The bus ends the connection of the program, and the service does not receive the call."""
        places = ["label", "name", "value", "type"]
        before = self.client.search({})
        for place in places:
            for wrong in [b"\xff..", b"\0..", b"\xed\xa0\x80", b"..."]:
                texts = {one: "a@@@b" if one == place else one for one in places}
                with Client() as other:
                    properties = {
                        SECRET + "Item.Label": ("s", texts["label"]),
                        SECRET + "Item.Attributes": ("a{ss}", {texts["name"]: texts["value"]}),
                    }
                    secret = other.plain().wrap(b"secret", texts["type"])
                    call = new_method_call(
                        DBusAddress(DEFAULT, NAME, SECRET + "Collection"), "CreateItem", "a{sv}(oayays)b",
                        (properties, secret, False))
                    data = call.serialise(serial=next(other.connection.outgoing_serial))
                    self.assertEqual(data.count(b"@@@"), 1)
                    other.connection.sock.sendall(data.replace(b"@@@", wrong))
                    if wrong == b"...":
                        # The same call with a right text stores the item.
                        self.client.item(other.connection.receive(timeout=30).body[0], "Delete")
                    else:
                        with self.assertRaises(ConnectionResetError, msg=(place, wrong)):
                            other.connection.receive(timeout=30)
                self.assertEqual(self.client.search({}), before)
        self.assertEqual(self.client.secret(self.client.plain(), self.item({"served": "1"}))[0], b"secret")

    def test_many_attributes_survive(self):
        attributes = {f"name{number}": str(number) for number in range(300)}
        item = self.item(attributes)
        self.assertEqual(self.client.get(item, "Item", "Attributes"), attributes)
        self.assertEqual(self.client.search(dict(list(attributes.items())[100:200]))[0], [item])

    def test_too_large_attributes_are_refused_by_name(self):
        session = self.client.plain()
        for attributes in [{"name": "v" * (1 << 20)}, {str(number): "" for number in range(5000)}]:
            self.fails("LimitsExceeded", self.client.create, session, attributes, b"secret")
        self.fails("LimitsExceeded", self.client.create, session, {}, b"secret", label="l" * ((1 << 20) + 1))
        attributes = {"large": "v" * ((1 << 20) - 64)}
        item = self.item(attributes)
        self.assertEqual(self.client.search(attributes)[0], [item])

    def test_a_large_secret_survives(self):
        session = self.client.plain()
        secret = os.urandom(20 << 20)
        item = self.item({"large": "secret"}, secret)
        self.assertEqual(self.client.secret(session, item)[0], secret)

    def test_content_types(self):
        session = self.client.plain()
        for stored, answered in [
            ("text/plain", "text/plain"), ("", "text/plain"), ("text/plain; charset=utf-8", "text/plain"),
            ("text/plain;charset=utf8", "text/plain"), ("application/octet-stream", "application/octet-stream"),
            ("image/png", "image/png"), ("text/html", "text/html"),
        ]:
            item = self.item({"type": stored}, type=stored)
            self.assertEqual(self.client.secret(session, item)[1], answered)
            self.client.item(item, "SetSecret", "(oayays)", session.wrap(b"other", "text/plain"))
            self.assertEqual(self.client.secret(session, item), (b"other", "text/plain"))
            self.client.item(item, "SetSecret", "(oayays)", session.wrap(b"third", stored))
            self.assertEqual(self.client.secret(session, item), (b"third", answered))


class Items(ServiceTest):
    def test_replace_compares_whole_maps(self):
        larger = self.item({"a": "1", "b": "2"}, b"larger")
        item = self.item({"a": "1"}, b"first", replace=True)
        self.assertNotEqual(item, larger)
        self.assertEqual(self.client.create(self.client.plain(), {"a": "1"}, b"second", "new", replace=True), item)
        session = self.client.plain()
        self.assertEqual(self.client.secret(session, item)[0], b"second")
        self.assertEqual(self.client.get(item, "Item", "Label"), "new")
        self.assertEqual(self.client.secret(session, larger)[0], b"larger")
        empty = self.item({}, b"empty", replace=True)
        self.assertNotIn(empty, [item, larger])
        self.assertEqual(self.client.create(session, {}, b"more", replace=True), empty)

    def test_without_replace_equal_items_exist_together(self):
        items = [self.item({"equal": "1"}) for _ in range(3)]
        self.assertEqual(len(set(items)), 3)
        # The order is that of creation.
        self.assertEqual(self.client.search({"equal": "1"}), (items, []))
        self.assertEqual(self.client.search({"equal": "1"}, LOGIN), items)

    def test_a_search_needs_all_pairs(self):
        item = self.item({"s1": "1", "s2": "2", "s3": "3"})
        for wanted in [{"s1": "1"}, {"s2": "2"}, {"s1": "1", "s3": "3"}, {"s1": "1", "s2": "2", "s3": "3"}]:
            self.assertEqual(self.client.search(wanted), ([item], []))
        for wanted in [{"s1": "2"}, {"s1": "1", "s2": "3"}, {"S1": "1"}, {"s1": "1 "}, {"s1": "1", "s4": ""}]:
            self.assertEqual(self.client.search(wanted), ([], []))

    def test_an_empty_search_finds_everything(self):
        items = [self.item({"all": str(number)}) for number in range(3)]
        found, locked = self.client.search({})
        self.assertLessEqual(set(items), set(found))
        self.assertEqual(locked, [])
        self.assertLessEqual(set(items), set(self.client.get(DEFAULT, "Collection", "Items")))

    def test_attributes_are_replaced(self):
        item = self.item({"service": "before", "username": "anna"})
        self.client.set(item, "Item", "Attributes", "a{ss}", {"service": "after"})
        self.assertEqual(self.client.get(item, "Item", "Attributes"), {"service": "after"})
        self.assertEqual(self.client.search({"service": "before"}), ([], []))
        self.assertEqual(self.client.search({"username": "anna"}), ([], []))
        self.assertEqual(self.client.search({"service": "after"}), ([item], []))
        self.assertEqual(tool("find-generic-password", "-s", "after", "-a", "", "-w"), "secret\n")

    def test_labels_are_set(self):
        item = self.item({"labelled": "1"}, label="one")
        self.client.set(item, "Item", "Label", "s", "two")
        self.assertEqual(self.client.get(item, "Item", "Label"), "two")

    def test_properties_of_an_item(self):
        before = int(time.time())
        item = self.item({"xdg:schema": "org.example.Schema", "name": "value"})
        values = self.client.get_all(item, "Item")
        self.assertEqual(set(values), {"Locked", "Attributes", "Label", "Type", "Created", "Modified"})
        self.assertEqual(values["Type"], "org.example.Schema")
        self.assertIs(values["Locked"], False)
        self.assertTrue(before <= values["Created"] <= time.time() + 1)
        time.sleep(1.1)
        self.client.item(item, "SetSecret", "(oayays)", self.client.plain().wrap(b"new", "text/plain"))
        changed = self.client.get_all(item, "Item")
        self.assertEqual(changed["Created"], values["Created"])
        self.assertGreater(changed["Modified"], values["Modified"])

    def test_deleted_items_are_gone(self):
        item = self.item({"deleted": "1"})
        session = self.client.plain()
        self.assertEqual(self.client.item(item, "Delete"), "/")
        self.fails("UnknownObject", self.client.item, item, "Delete")
        self.fails("UnknownObject", self.client.item, item, "GetSecret", "o", session.path)
        self.fails("UnknownObject", self.client.get, item, "Item", "Label")
        self.assertEqual(self.client.secrets(session, [item]), {})
        self.assertEqual(self.client.search({"deleted": "1"}), ([], []))

    def test_an_item_with_several_paths_has_one_secret(self):
        item = self.item({"paths": "1"}, b"secret")
        paths = [item, DEFAULT + item[len(LOGIN):], PATH + "/aliases/login" + item[len(LOGIN):]]
        for session in [self.client.plain(), self.client.encrypted()]:
            self.assertEqual(self.client.secrets(session, paths), {path: b"secret" for path in paths})

    def test_get_secrets_leaves_out_what_is_not_there(self):
        session = self.client.plain()
        items = [self.item({"many": str(number)}, str(number).encode()) for number in range(5)]
        strange = [LOGIN + "/" + "0" * 32, LOGIN + "/x", PATH, "/", LOGIN, PATH + "/collection/none/" + "0" * 32]
        found = self.client.secrets(session, strange + items + strange + items)
        self.assertEqual(found, {item: str(number).encode() for number, item in enumerate(items)})

    def test_secrets_of_a_thousand_items(self):
        session = self.client.encrypted()
        items = [self.client.create(session, {"thousand": str(number)}, str(number).encode()) for number in range(600)]
        found = self.client.secrets(session, items)
        self.assertEqual(found, {item: str(number).encode() for number, item in enumerate(items)})
        for item in items:
            self.client.item(item, "Delete")

    def test_the_schema_of_the_property_type(self):
        session = self.client.plain()
        properties = {SECRET + "Item.Type": ("s", "org.example.Typed")}
        item, _ = self.client.collection(
            DEFAULT, "CreateItem", "a{sv}(oayays)b", properties, session.wrap(b"x", "text/plain"), False)
        self.addCleanup(self.remove, item)
        self.assertEqual(self.client.get(item, "Item", "Attributes"), {"xdg:schema": "org.example.Typed"})


class Aliases(ServiceTest):
    def test_fixed_aliases(self):
        self.assertEqual(self.client.service("ReadAlias", "s", "default"), LOGIN)
        self.assertEqual(self.client.service("ReadAlias", "s", "login"), LOGIN)
        self.assertEqual(self.client.service("ReadAlias", "s", "session"), SESSION)
        self.assertEqual(self.client.service("ReadAlias", "s", "unknown"), "/")
        self.assertEqual(self.client.service("ReadAlias", "s", ""), "/")
        self.fails("InvalidArgs", self.client.service, "SetAlias", "so", "login", SESSION)
        self.fails("InvalidArgs", self.client.service, "SetAlias", "so", "session", LOGIN)

    def test_any_alias_can_be_set_and_removed(self):
        self.client.service("SetAlias", "so", "work", LOGIN)
        self.assertEqual(self.client.service("ReadAlias", "s", "work"), LOGIN)
        alias = PATH + "/aliases/work"
        item = self.item({"through": "alias"}, path=alias)
        self.assertTrue(item.startswith(LOGIN + "/"))
        by_alias = alias + item[len(LOGIN):]
        self.assertEqual(self.client.get(by_alias, "Item", "Label"), "label")
        self.assertEqual(self.client.secrets(self.client.plain(), [by_alias]), {by_alias: b"secret"})
        self.assertEqual(self.client.search({"through": "alias"}, alias), [item])
        self.client.service("SetAlias", "so", "work", "/")
        self.assertEqual(self.client.service("ReadAlias", "s", "work"), "/")
        self.fails("UnknownObject", self.client.get, alias, "Collection", "Label")

    def test_wrong_aliases_are_refused(self):
        for alias in ["", "a/b", "a-b", "ä", "a" * 300]:
            self.fails("InvalidArgs", self.client.service, "SetAlias", "so", alias, LOGIN)
        for path in [PATH + "/collection/none", PATH + "/aliases/none", PATH, LOGIN + "x/y/z"]:
            self.fails("NoSuchObject", self.client.service, "SetAlias", "so", "work", path)

    def test_there_is_a_limit_of_aliases(self):
        with self.assertRaises(BusError) as raised:
            for number in range(100):
                self.client.service("SetAlias", "so", f"limit{number}", LOGIN)
        self.assertEqual(raised.exception.name, "LimitsExceeded")
        for number in range(100):
            self.client.service("SetAlias", "so", f"limit{number}", "/")

    def test_a_collection_with_the_alias_is_returned(self):
        properties = {SECRET + "Collection.Label": ("s", "Another")}
        self.assertEqual(self.client.service("CreateCollection", "a{sv}s", properties, "default"), (LOGIN, "/"))


class Objects(ServiceTest):
    def test_the_properties_of_collections(self):
        self.assertIn(LOGIN, self.client.get(PATH, "Service", "Collections"))
        self.assertIn(SESSION, self.client.get_all(PATH, "Service")["Collections"])
        values = self.client.get_all(DEFAULT, "Collection")
        self.assertEqual(set(values), {"Items", "Label", "Locked", "Created", "Modified"})
        self.client.set(DEFAULT, "Collection", "Label", "s", "Passwörter\n")
        self.assertEqual(self.client.get(LOGIN, "Collection", "Label"), "Passwörter\n")
        self.client.set(DEFAULT, "Collection", "Label", "s", "Login")

    def test_missing_objects(self):
        for path, interface, name in [
            (LOGIN + "/" + "0" * 32, "Item", "Label"), (LOGIN + "/1", "Item", "Label"),
            (PATH + "/collection/none", "Collection", "Label"), (PATH + "/aliases/none", "Collection", "Label"),
            (PATH + "/collection/none/" + "0" * 32, "Item", "Label"), (PATH + "/x", "Collection", "Label"),
            (PATH + "/prompt/p0", "Prompt", "x"), (PATH + "/session/s0", "Session", "x"),
            (LOGIN + "/" + "A" * 32, "Item", "Label"), (LOGIN + "/a/b/c", "Item", "Label"),
        ]:
            self.fails("UnknownObject", self.client.get, path, interface, name)

    def test_wrong_properties(self):
        self.fails("UnknownProperty", self.client.get, LOGIN, "Collection", "Nothing")
        self.fails("UnknownInterface", self.client.get, LOGIN, "Item", "Label")
        for name, type, value in [("Locked", "b", True), ("Items", "ao", []), ("Created", "t", 1)]:
            self.fails("PropertyReadOnly", self.client.set, LOGIN, "Collection", name, type, value)
        self.fails("InvalidArgs", self.client.set, LOGIN, "Collection", "Label", "u", 1)
        self.fails("InvalidArgs", self.client.set, LOGIN, "Collection", "Label", "s", "l" * 5000)
        item = self.item({"properties": "1"})
        self.fails("PropertyReadOnly", self.client.set, item, "Item", "Type", "s", "x")
        self.fails("InvalidArgs", self.client.set, item, "Item", "Attributes", "a{sv}", {})
        self.fails("InvalidArgs", self.client.set, item, "Item", "Label", "as", [])

    def test_wrong_arguments(self):
        for member, signature, body in [
            ("SearchItems", "s", ["x"]), ("SearchItems", "", []), ("Unlock", "o", [LOGIN]), ("Lock", "as", [[]]),
            ("GetSecrets", "ao", [[]]), ("ReadAlias", "o", ["/"]), ("OpenSession", "s", ["plain"]),
            ("CreateCollection", "a{ss}s", [{}, ""]),
        ]:
            self.fails("InvalidArgs", self.client.service, member, signature, *body)
        self.fails("UnknownMethod", self.client.service, "Nothing")
        self.fails("UnknownInterface", self.client.send, PATH, "org.example.Nothing", "Nothing")
        self.fails("UnknownInterface", self.client.send, LOGIN, SECRET + "Item", "Delete")

    def test_wrong_properties_of_new_items(self):
        session = self.client.plain()
        secret = session.wrap(b"secret", "text/plain")
        for properties in [
            {"Label": ("s", "x")}, {SECRET + "Item.Nothing": ("s", "x")}, {SECRET + "Collection.Label": ("s", "x")},
            {SECRET + "Item.Label": ("u", 1)}, {SECRET + "Item.Attributes": ("a{sv}", {})},
            {SECRET + "Item.Attributes": ("s", "x")},
        ]:
            self.fails(
                "InvalidArgs", self.client.collection, DEFAULT, "CreateItem", "a{sv}(oayays)b", properties, secret, True)

    def test_introspection(self):
        item = self.item({"introspection": "1"})
        for path, interface in [
            (PATH, "Service"), (LOGIN, "Collection"), (DEFAULT, "Collection"), (item, "Item"),
        ]:
            text = self.client.send(path, "org.freedesktop.DBus.Introspectable", "Introspect")
            self.assertIn(f'interface name="{SECRET}{interface}"', text)
        for path in ["/", "/org", "/org/freedesktop", PATH + "/collection", PATH + "/aliases"]:
            self.assertIn("<node>", self.client.send(path, "org.freedesktop.DBus.Introspectable", "Introspect"))
        self.fails(
            "UnknownObject", self.client.send, "/org/example", "org.freedesktop.DBus.Introspectable", "Introspect")

    def test_calls_without_an_interface(self):
        self.assertEqual(self.client.send(PATH, None, "ReadAlias", "s", "default"), LOGIN)

    def test_the_peer_interface(self):
        self.client.send(PATH, "org.freedesktop.DBus.Peer", "Ping")

    def test_nobody_takes_the_name(self):
        # 1: DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER, 3: DBUS_REQUEST_NAME_REPLY_EXISTS. The flags: replace, do not queue.
        reply = self.client.connection.send_and_get_reply(message_bus.RequestName(NAME, flags=2 | 4))
        self.assertEqual(reply.body, (3,))

    def test_fixed_collections_cannot_be_deleted(self):
        for path in [LOGIN, DEFAULT, SESSION]:
            self.fails("NotSupported", self.client.collection, path, "Delete")


class SessionCollection(ServiceTest):
    def test_items_in_memory(self):
        item = self.item({"memory": "1"}, b"in memory", path=SESSION)
        self.assertTrue(item.startswith(SESSION))
        self.assertEqual(self.client.search({"memory": "1"}), ([item], []))
        for session in [self.client.plain(), self.client.encrypted()]:
            # Reading a secret twice shows that reading does not overwrite it.
            self.assertEqual(self.client.secret(session, item)[0], b"in memory")
            self.assertEqual(self.client.secrets(session, [item]), {item: b"in memory"})
        self.client.set(item, "Item", "Attributes", "a{ss}", {"memory": "2"})
        self.client.set(item, "Item", "Label", "s", "new")
        self.assertEqual(self.client.search({"memory": "1"}), ([], []))
        values = self.client.get_all(item, "Item")
        self.assertEqual((values["Label"], values["Attributes"]), ("new", {"memory": "2"}))
        self.assertEqual(
            self.client.create(self.client.plain(), {"memory": "2"}, b"second", path=SESSION, replace=True), item)
        self.assertEqual(self.client.secret(self.client.plain(), item)[0], b"second")
        self.assertEqual(tool("find-generic-password", "-l", "new", "-w", check=False), "")

    def test_the_memory_has_a_limit(self):
        session = self.client.plain()
        items = []
        with self.assertRaises(BusError) as raised:
            for number in range(10):
                items.append(self.client.create(session, {"limit": "1"}, b"x" * (1 << 20), path=SESSION))
        self.assertEqual(raised.exception.name, "LimitsExceeded")
        for item in items:
            self.client.item(item, "Delete")


class Signals(ServiceTest):
    def setUp(self):
        super().setUp()
        self.client.watch()

    def test_the_signals_of_an_item(self):
        session = self.client.plain()
        with self.client.traced() as trace:
            item = self.client.create(session, {"signals": "1"}, b"1")
        self.assertEqual(sequence(trace), [(LOGIN, "ItemCreated"), REPLY, (LOGIN, "PropertiesChanged")])
        self.assertEqual(trace[0][2], (item,))
        interface, values, lists = trace[2][2]
        # libsecret crashes at the next item if `Items` is among the properties without a value.
        self.assertEqual((interface, set(values), lists), (SECRET + "Collection", {"Modified"}, []))
        with self.client.traced() as trace:
            self.assertEqual(self.client.create(session, {"signals": "1"}, b"2", replace=True), item)
        self.assertEqual(sequence(trace), [(LOGIN, "ItemChanged"), REPLY, (item, "PropertiesChanged")])
        with self.client.traced() as trace:
            self.client.set(item, "Item", "Label", "s", "x")
        self.assertEqual(sequence(trace), [(LOGIN, "ItemChanged"), REPLY, (item, "PropertiesChanged")])
        self.assertEqual(trace[2][2][1]["Label"], ("s", "x"))
        with self.client.traced() as trace:
            self.client.set(item, "Item", "Attributes", "a{ss}", {"signals": "2"})
        self.assertEqual(sequence(trace), [(LOGIN, "ItemChanged"), REPLY, (item, "PropertiesChanged")])
        self.assertEqual(trace[2][2][1]["Attributes"], ("a{ss}", {"signals": "2"}))
        with self.client.traced() as trace:
            self.client.item(item, "SetSecret", "(oayays)", session.wrap(b"3", "text/plain"))
        self.assertEqual(sequence(trace), [REPLY, (item, "PropertiesChanged")])
        with self.client.traced() as trace:
            self.client.item(DEFAULT + item[len(LOGIN):], "Delete")
        self.assertEqual(sequence(trace), [(LOGIN, "ItemDeleted"), REPLY, (LOGIN, "PropertiesChanged")])
        self.assertEqual(trace[0][2], (item,))


class WithoutPassword(ServiceTest):
    def test_nothing_can_be_locked(self):
        self.assertEqual(self.client.service("Lock", "ao", [LOGIN, DEFAULT, SESSION]), ([], "/"))
        self.assertIs(self.client.get(LOGIN, "Collection", "Locked"), False)
        self.client.service("LockService")

    def test_unlock_answers_the_spelling_of_the_caller(self):
        item = self.item({"unlock": "1"})
        self.assertEqual(self.client.service("Unlock", "ao", []), ([], "/"))
        for path in [LOGIN, DEFAULT, PATH + "/aliases/login", SESSION, item, DEFAULT + item[len(LOGIN):]]:
            self.assertEqual(self.client.service("Unlock", "ao", [path]), ([path], "/"))
        self.assertEqual(self.client.service("Unlock", "ao", [PATH + "/collection/none", "/", PATH]), ([], "/"))


class KeychainItems(ServiceTest):
    def test_the_keychain_finds_what_a_program_stored(self):
        self.item({"service": "imap", "username": "anna"}, b"one")
        self.item({"server": "example.org", "user": "bob", "protocol": "imap"}, b"two")
        self.item({"application": "app", "other": "1"}, b"three")
        self.item({"other": "2"}, b"four", label="The label")
        for service, account, secret in [
            ("imap", "anna", "one"), ("example.org", "bob", "two"), ("app", "", "three"), ("The label", "", "four"),
        ]:
            self.assertEqual(tool("find-generic-password", "-s", service, "-a", account, "-w"), secret + "\n")

    def test_programs_find_what_the_keychain_stored(self):
        tool("add-generic-password", "-s", "web", "-a", "carl", "-l", "Web", "-w", "native")
        found, _ = self.client.search({"service": "web", "username": "carl"})
        self.assertEqual(len(found), 1)
        self.addCleanup(self.remove, found[0])
        generic = "org.freedesktop.Secret.Generic"
        whole = {"service": "web", "username": "carl", "xdg:schema": generic}
        values = self.client.get_all(found[0], "Item")
        self.assertEqual((values["Label"], values["Attributes"], values["Type"]), ("Web", whole, generic))
        self.assertEqual(self.client.secret(self.client.encrypted(), found[0]), (b"native", "text/plain"))
        for wanted in [{"service": "web"}, {"username": "carl"}, whole, {"xdg:schema": generic, "service": "web"}]:
            self.assertEqual(self.client.search(wanted), (found, []))
        for wanted in [
            {"service": "web", "username": ""}, {"service": "web", "other": "1"}, {"service": "Web"},
            {"xdg:schema": "org.gnome.keyring.NetworkPassword", "service": "web"},
        ]:
            self.assertEqual(self.client.search(wanted), ([], []))

    def test_a_program_that_stores_the_same_replaces_the_password(self):
        tool("add-generic-password", "-s", "replaced", "-a", "dora", "-w", "before")
        wanted = {"service": "replaced", "username": "dora"}
        found, _ = self.client.search(wanted)
        self.addCleanup(self.remove, found[0])
        session = self.client.plain()
        self.assertEqual(self.client.create(session, wanted, b"after", replace=True), found[0])
        self.assertEqual(tool("find-generic-password", "-s", "replaced", "-a", "dora", "-w"), "after\n")
        self.assertEqual(self.client.search(wanted), (found, []))
        # An item with more attributes is an item of its own, and comes first for its program.
        more = self.item({**wanted, "application": "Python keyring library"}, b"more", replace=True)
        self.assertEqual(self.client.search(wanted), ([more] + found, []))

    def test_internet_passwords(self):
        tool(
            "add-internet-password", "-s", "git.example.org", "-a", "emil", "-r", "htps", "-P", "8443", "-p", "repo",
            "-w", "token")
        whole = {
            "server": "git.example.org", "user": "emil", "protocol": "https", "port": "8443", "object": "repo",
            "xdg:schema": "org.gnome.keyring.NetworkPassword",
        }
        found, _ = self.client.search({"server": "git.example.org", "protocol": "https", "user": "emil"})
        self.assertEqual(len(found), 1)
        self.addCleanup(self.remove, found[0])
        self.assertEqual(self.client.get(found[0], "Item", "Attributes"), whole)
        self.assertEqual(self.client.search(whole), (found, []))
        for wanted in [{**whole, "port": "08443"}, {**whole, "protocol": "HTTPS"}, {**whole, "more": ""}]:
            self.assertEqual(self.client.search(wanted), ([], []))
        self.fails("NotSupported", self.client.set, found[0], "Item", "Attributes", "a{ss}", {"a": "1"})
        self.assertEqual(self.client.create(self.client.plain(), whole, b"new token", replace=True), found[0])
        self.assertEqual(tool("find-internet-password", "-s", "git.example.org", "-w"), "new token\n")

    def test_an_item_with_attributes_is_not_found_by_made_up_ones(self):
        item = self.item({"service": "hidden", "user": "fritz"})
        # The account of the item is `fritz`, but the program that stored it gave it no attribute `username`.
        self.assertEqual(self.client.search({"service": "hidden", "username": "fritz"}), ([], []))
        self.assertEqual(self.client.search({"service": "hidden"}), ([item], []))

    def test_binary_values_of_the_keychain(self):
        tool("add-generic-password", "-s", "binary", "-a", "gerd", "-X", "00ff80")
        found, _ = self.client.search({"service": "binary"})
        self.addCleanup(self.remove, found[0])
        self.assertEqual(
            self.client.secret(self.client.plain(), found[0]), (b"\0\xff\x80", "application/octet-stream"))


class Portal(ServiceTest):
    def retrieve(self, application):
        ends = os.pipe()
        with open_dbus_connection("SESSION", enable_fds=True) as connection:
            call = new_method_call(
                DBusAddress("/org/freedesktop/portal/desktop", NAME, "org.freedesktop.impl.portal.Secret"),
                "RetrieveSecret", "osha{sv}", ("/org/freedesktop/portal/desktop/request/1", application, ends[1], {}))
            reply = connection.send_and_get_reply(call)
        os.close(ends[1])
        if reply.header.message_type == MessageType.error:
            raise BusError(reply.header.fields[4], "")
        with os.fdopen(ends[0], "rb") as pipe:
            return reply.body[0], pipe.read()

    def test_an_application_has_one_secret(self):
        response, secret = self.retrieve("org.example.One")
        self.assertEqual((response, len(secret)), (0, 64))
        self.assertEqual(self.retrieve("org.example.One"), (0, secret))
        self.assertNotEqual(self.retrieve("org.example.Two")[1], secret)
        found, _ = self.client.search({"app_id": "org.example.One"})
        self.assertEqual(self.client.secret(self.client.plain(), found[0])[0], secret)
        version = self.client.send(
            "/org/freedesktop/portal/desktop", PROPERTIES, "GetAll", "s", "org.freedesktop.impl.portal.Secret")
        self.assertEqual(version, {"version": ("u", 1)})

    def test_a_secret_of_another_size_is_not_given(self):
        self.retrieve("org.example.Emptied")
        found, _ = self.client.search({"app_id": "org.example.Emptied"})
        self.client.item(found[0], "SetSecret", "(oayays)", self.client.plain().wrap(b"", "text/plain"))
        self.assertEqual(self.retrieve("org.example.Emptied"), (2, b""))

    def test_only_pipes_and_sockets_are_written(self):
        with open_dbus_connection("SESSION", enable_fds=True) as connection, tempfile.TemporaryFile() as file:
            reading, writing = os.pipe()
            for descriptor, response in [(file.fileno(), 2), (writing, 0)]:
                call = new_method_call(
                    DBusAddress("/org/freedesktop/portal/desktop", NAME, "org.freedesktop.impl.portal.Secret"),
                    "RetrieveSecret", "osha{sv}", ("/a", "org.example.Pipe", descriptor, {}))
                self.assertEqual(connection.send_and_get_reply(call).body[0], response)
            self.assertEqual(os.fstat(file.fileno()).st_size, 0)
            self.assertIs(os.get_blocking(writing), True)
            os.close(reading)
            os.close(writing)

    def test_wrong_applications(self):
        for application in ["", "a" * 300]:
            self.fails("InvalidArgs", self.retrieve, application)


class Load(ServiceTest):
    def test_fifty_clients_at_once(self):
        problems = []

        def work(number):
            try:
                with Client() as client:
                    session = client.encrypted()
                    for round in range(5):
                        attributes = {"load": str(number), "round": str(round)}
                        secret = os.urandom(100)
                        item = client.create(session, attributes, secret)
                        assert client.search(attributes) == ([item], []), "search"
                        assert client.secret(session, item)[0] == secret, "secret"
                        client.item(item, "Delete")
            except Exception as error:
                problems.append(repr(error))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [])
        self.assertEqual(self.client.search({"round": "0"}), ([], []))


if __name__ == "__main__":
    unittest.main(verbosity=2)
