"""Asks a Secret Service about collections that are locked, and answers its prompts.

The test starts the service with Clients/pinentry.sh. The login keychain has the password `passcode`.
"""

import os
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pinentry_answers import *  # noqa: E402,F403
from service_client import *  # noqa: E402,F403


class LockedTest(unittest.TestCase):
    def setUp(self):
        answer("passcode")
        self.client = Client()
        self.addCleanup(self.client.close)
        self.session = self.client.encrypted()
        self.unlock()
        self.attributes = {"service": "locked", "username": "anna"}
        self.item = self.client.create(self.session, self.attributes, b"secret", label="Label", replace=True)

    def unlock(self, path=LOGIN):
        unlocked, prompt = self.client.service("Unlock", "ao", [path])
        if prompt != "/":
            dismissed, result = self.client.prompt(prompt)
            self.assertEqual((dismissed, result), (False, ("ao", [path])))
        self.assertIs(self.client.get(path, "Collection", "Locked"), False)

    def lock(self, path=LOGIN):
        self.assertEqual(self.client.service("Lock", "ao", [path]), ([path], "/"))
        self.assertIs(self.client.get(LOGIN, "Collection", "Locked"), True)

    def fails(self, name, call, *arguments, **named):
        with self.assertRaises(BusError) as raised:
            call(*arguments, **named)
        self.assertEqual(raised.exception.name, name)

    def test_what_is_locked_shows_nothing(self):
        self.lock()
        self.assertEqual(self.client.search(self.attributes), ([], [self.item]))
        self.assertEqual(self.client.search({"service": "locked"}), ([], [self.item]))
        self.assertEqual(self.client.search({"service": "other"}), ([], []))
        self.assertEqual(self.client.search(self.attributes, DEFAULT), [self.item])
        self.assertIn(self.item, self.client.get(LOGIN, "Collection", "Items"))
        values = self.client.get_all(self.item, "Item")
        self.assertEqual((values["Locked"], values["Label"], values["Attributes"]), (True, "", {}))
        self.assertEqual((values["Created"], values["Modified"]), (0, 0))
        self.assertEqual(self.client.get(LOGIN, "Collection", "Label"), "Login")
        self.assertEqual(self.client.secrets(self.session, [self.item]), {})
        self.fails("IsLocked", self.client.secret, self.session, self.item)
        wrapped = self.session.wrap(b"new", "text/plain")
        self.fails("IsLocked", self.client.item, self.item, "SetSecret", "(oayays)", wrapped)
        self.fails("IsLocked", self.client.item, self.item, "Delete")
        self.fails("IsLocked", self.client.set, self.item, "Item", "Label", "s", "x")
        self.fails("IsLocked", self.client.set, self.item, "Item", "Attributes", "a{ss}", {})
        self.fails("IsLocked", self.client.set, LOGIN, "Collection", "Label", "s", "x")
        for replace in [True, False]:
            self.fails("IsLocked", self.client.create, self.session, self.attributes, b"x", replace=replace)
            self.fails("IsLocked", self.client.create, self.session, {"new": "1"}, b"x", replace=replace)
        self.unlock()
        self.assertEqual(self.client.secret(self.session, self.item)[0], b"secret")

    def test_items_of_the_keychain_are_found_while_locked(self):
        tool("add-generic-password", "-s", "native", "-a", "bob", "-w", "secret", "-U")
        self.lock()
        unlocked, locked = self.client.search({"service": "native", "username": "bob"})
        self.assertEqual((unlocked, len(locked)), ([], 1))
        self.unlock()
        self.assertEqual(self.client.secrets(self.session, locked), {locked[0]: b"secret"})
        self.client.item(locked[0], "Delete")

    def test_lock_answers_the_spelling_of_the_caller(self):
        for path in [LOGIN, DEFAULT, PATH + "/aliases/login", self.item]:
            self.assertEqual(self.client.service("Lock", "ao", [path]), ([path], "/"))
            self.assertEqual(self.client.service("Lock", "ao", [path]), ([path], "/"))
            unlocked, prompt = self.client.service("Unlock", "ao", [path, SESSION])
            self.assertEqual(unlocked, [SESSION])
            self.assertEqual(self.client.prompt(prompt), (False, ("ao", [path])))
        self.assertEqual(self.client.service("Lock", "ao", [SESSION, PATH + "/collection/none"]), ([], "/"))

    def check_items(self, trace, items, is_locked):
        """Checks that the signals before the reply name each item, and that the last ones say whether each is locked."""
        count = len(items)
        self.assertEqual({body for _, _, body in trace[:count]}, {(item,) for item in items})
        for path, _, (interface, values, _) in trace[-count:]:
            self.assertEqual((interface, values), (SECRET + "Item", {"Locked": ("b", is_locked)}), path)
        self.assertEqual({path for path, _, _ in trace[-count:]}, set(items))

    def test_the_signals_of_locking_and_unlocking(self):
        more = self.client.create(self.session, {"another": "item"}, b"secret")
        self.addCleanup(self.client.item, more, "Delete")
        items = self.client.get(LOGIN, "Collection", "Items")
        changed = [(LOGIN, "ItemChanged")] * len(items)
        self.client.watch()
        for lock in [("Lock", "ao", [LOGIN]), ("LockService",)]:
            with self.client.traced() as trace:
                self.client.service(*lock)
            self.assertEqual(sequence(trace)[:-len(items)], [
                *changed, (PATH, "CollectionChanged"), REPLY, (LOGIN, "PropertiesChanged")])
            self.assertEqual(trace[len(items) + 2][2][1]["Locked"], ("b", True))
            self.check_items(trace, items, True)
            # What is locked already is locked without a signal.
            with self.client.traced() as trace:
                self.client.service(*lock)
            self.assertEqual(sequence(trace), [REPLY])
            _, prompt = self.client.service("Unlock", "ao", [LOGIN])
            with self.client.traced() as trace:
                self.assertEqual(self.client.prompt(prompt, window="window:42"), (False, ("ao", [LOGIN])))
            # The reply to `Prompt` comes first.
            self.assertEqual(trace.pop(0)[1], "reply")
            self.assertEqual(sequence(trace)[:-len(items)], [
                *changed, (PATH, "CollectionChanged"), (prompt, "Completed"), (LOGIN, "PropertiesChanged")])
            self.assertEqual(trace[len(items) + 2][2][1]["Locked"], ("b", False))
            self.check_items(trace, items, False)

    def test_a_lock_that_the_service_has_not_seen_is_reported_before_it_is_unlocked(self):
        self.client.watch()
        with self.client.recorded() as signals:
            # The service may notice the lock before the call, too.
            tool("lock-keychain")
            _, prompt = self.client.service("Unlock", "ao", [LOGIN])
            self.assertEqual(self.client.prompt(prompt), (False, ("ao", [LOGIN])))
        states = [body[1]["Locked"][1] for path, name, body in signals if (path, name) == (LOGIN, "PropertiesChanged")]
        self.assertEqual(states[-2:], [True, False])
        self.assertEqual([name for _, name, _ in signals].count("Completed"), 1)

    def test_the_signals_of_a_new_collection(self):
        self.client.watch()
        answer("new password", "new password", "yes")
        _, prompt = self.client.service(
            "CreateCollection", "a{sv}s", {SECRET + "Collection.Label": ("s", "Signals")}, "")
        with self.client.traced() as trace:
            _, (_, made) = self.client.prompt(prompt)
        self.assertEqual(sequence(trace), [
            REPLY, (PATH, "CollectionCreated"), (prompt, "Completed"), (PATH, "PropertiesChanged")])
        self.assertEqual(trace[1][2], (made,))
        interface, values, _ = trace[3][2]
        self.assertEqual((interface, set(values)), (SECRET + "Service", {"Collections"}))
        self.assertIn(made, values["Collections"][1])
        prompt = self.client.collection(made, "Delete")
        with self.client.traced() as trace:
            self.client.prompt(prompt)
        self.assertEqual(sequence(trace), [
            REPLY, (PATH, "CollectionDeleted"), (prompt, "Completed"), (PATH, "PropertiesChanged")])
        self.assertEqual(trace[1][2], (made,))
        self.assertNotIn(made, trace[3][2][1]["Collections"][1])

    def test_completed_goes_to_the_caller_alone(self):
        self.lock()
        with Client() as other:
            other.watch()
            with other.recorded() as signals:
                _, prompt = self.client.service("Unlock", "ao", [LOGIN])
                self.client.prompt(prompt)
            self.assertNotIn("Completed", [name for _, name, _ in signals])
            self.assertIn("CollectionChanged", [name for _, name, _ in signals])

    def test_a_dismissed_question(self):
        self.lock()
        answer("-")
        _, prompt = self.client.service("Unlock", "ao", [LOGIN])
        self.assertEqual(self.client.prompt(prompt), (True, ("ao", [])))
        self.assertIs(self.client.get(LOGIN, "Collection", "Locked"), True)
        self.fails("UnknownObject", self.client.send, prompt, SECRET + "Prompt", "Prompt", "s", "")
        self.fails("UnknownObject", self.client.send, prompt, SECRET + "Prompt", "Dismiss")

    def test_a_prompt_that_is_dismissed_before_it_asks(self):
        self.lock()
        _, prompt = self.client.service("Unlock", "ao", [LOGIN])
        queue = []
        with self.client.connection.filter(MatchRule(type="signal", path=prompt), queue=mark_queue(queue)):
            self.client.send(prompt, SECRET + "Prompt", "Dismiss")
            while not queue:
                self.client.connection.recv_messages(timeout=30)
        self.assertEqual(queue[0].body, (True, ("ao", [])))
        self.assertEqual(questions(), "")

    def test_a_wrong_passcode_is_asked_for_again(self):
        self.lock()
        answer("wrong", "passcode")
        _, prompt = self.client.service("Unlock", "ao", [LOGIN])
        self.assertEqual(self.client.prompt(prompt), (False, ("ao", [LOGIN])))
        self.assertEqual(questions().count("asks for the passcode"), 2)

    def test_the_question_names_the_program_and_the_collection(self):
        self.lock()
        self.unlock()
        self.assertIn(os.path.realpath(sys.executable), questions())
        self.assertIn("Login", questions())

    def test_a_pinentry_has_two_minutes_for_an_answer(self):
        self.lock()
        self.unlock()
        with open(QUESTIONS + ".limit") as file:
            self.assertEqual(file.read(), "120\n")

    def test_a_prompt_belongs_to_its_connection(self):
        self.lock()
        _, prompt = self.client.service("Unlock", "ao", [LOGIN])
        with Client() as other:
            self.fails("AccessDenied", other.send, prompt, SECRET + "Prompt", "Prompt", "s", "")
            self.fails("AccessDenied", other.send, prompt, SECRET + "Prompt", "Dismiss")
        self.assertEqual(self.client.prompt(prompt)[0], False)

    def test_a_question_holds_nobody_up(self):
        self.lock()
        answer("waitpasscode")
        with Client() as asking:
            _, prompt = asking.service("Unlock", "ao", [LOGIN])
            asking.send(prompt, SECRET + "Prompt", "Prompt", "s", "")
            for _ in range(50):
                self.assertEqual(self.client.search(self.attributes), ([], [self.item]))
            # A second prompt waits for the first, and the person is asked once.
            _, second = self.client.service("Unlock", "ao", [DEFAULT])
            threading.Timer(0.5, go_on).start()
            self.assertEqual(self.client.prompt(second), (False, ("ao", [DEFAULT])))
        self.assertEqual(questions().count("asks for the passcode"), 1)

    def test_a_prompt_ends_with_its_connection(self):
        self.lock()
        answer("waitpasscode")
        with Client() as asking:
            _, prompt = asking.service("Unlock", "ao", [LOGIN])
            asking.send(prompt, SECRET + "Prompt", "Prompt", "s", "")
        for _ in range(200):
            try:
                self.client.send(prompt, SECRET + "Prompt", "Dismiss")
            except BusError as error:
                if error.name == "UnknownObject":
                    break
            time.sleep(0.01)
        else:
            self.fail("the prompt has not ended")
        answer("passcode")
        self.unlock()

    def test_a_program_with_many_prompts_holds_nobody_up(self):
        self.lock()
        properties = {SECRET + "Collection.Label": ("s", "Many")}
        answer("wait-")
        reading, writing = os.pipe()
        greedy = os.fork()
        if greedy == 0:
            try:
                os.close(writing)
                # Several connections of a process share the limits of the process.
                clients = [Client() for _ in range(5)]
                for client in clients * 2:
                    _, prompt = client.service("CreateCollection", "a{sv}s", properties, "")
                    client.send(prompt, SECRET + "Prompt", "Prompt", "s", "")
                os.read(reading, 1)
            finally:
                os._exit(0)
        os.close(reading)
        try:
            while questions().count("Many") < 2:
                time.sleep(0.01)
            # The two questions wait for as long as the connections exist.
            with open(ANSWERS, "w") as file:
                file.write("passcode\n")
            self.unlock()
            self.assertEqual(questions().count("Many"), 2)
        finally:
            os.close(writing)
            os.waitpid(greedy, 0)

    def test_a_connection_has_a_limit_of_prompts(self):
        self.lock()
        with self.assertRaises(BusError) as raised:
            for _ in range(100):
                self.client.service("Unlock", "ao", [LOGIN])
        self.assertEqual(raised.exception.name, "LimitsExceeded")

    def test_collections_are_made_and_deleted(self):
        self.client.watch()
        answer("new password", "new password", "yes")
        properties = {SECRET + "Collection.Label": ("s", "My Work")}
        path, prompt = self.client.service("CreateCollection", "a{sv}s", properties, "work")
        self.assertEqual(path, "/")
        dismissed, (type, made) = self.client.prompt(prompt)
        self.assertEqual((dismissed, type), (False, "o"))
        self.assertTrue(made.startswith(PATH + "/collection/mywork"))
        self.assertEqual(self.client.service("ReadAlias", "s", "work"), made)
        self.assertEqual(self.client.get(made, "Collection", "Label"), "My Work")
        self.assertIn(made, self.client.get(PATH, "Service", "Collections"))
        item = self.client.create(self.session, {"in": "work"}, b"work", path=PATH + "/aliases/work")
        self.assertEqual(self.client.search({"in": "work"}), ([item], []))
        self.assertEqual(self.client.search({"in": "work"}, LOGIN), [])
        self.assertEqual(self.client.secrets(self.session, [self.item, item]), {item: b"work", self.item: b"secret"})
        self.assertEqual(tool("find-generic-password", "-l", "label", "-w"), "work\n")
        self.assertEqual(self.client.service("Lock", "ao", [made]), ([made], "/"))
        self.assertEqual(self.client.search({"in": "work"}), ([], [item]))
        self.assertIs(self.client.get(LOGIN, "Collection", "Locked"), False)
        answer("new password")
        self.unlock(made)
        self.client.service("SetAlias", "so", "default", made)
        self.assertEqual(self.client.service("ReadAlias", "s", "default"), made)
        self.client.service("SetAlias", "so", "default", LOGIN)
        answer("-")
        self.assertEqual(self.client.prompt(self.client.collection(made, "Delete"))[0], True)
        self.assertEqual(self.client.search({"in": "work"}), ([item], []))
        answer("yes")
        with self.client.recorded() as signals:
            self.assertEqual(self.client.prompt(self.client.collection(made, "Delete")), (False, ("o", "/")))
        self.assertIn((PATH, "CollectionDeleted", (made,)), signals)
        self.fails("UnknownObject", self.client.get, made, "Collection", "Label")
        self.assertEqual(self.client.search({"in": "work"}), ([], []))
        self.assertEqual(self.client.service("ReadAlias", "s", "work"), "/")

    def test_a_keychain_that_took_the_place_of_another_is_not_deleted(self):
        answer("new password", "new password", "waityes")
        properties = {SECRET + "Collection.Label": ("s", "Swapped")}
        _, prompt = self.client.service("CreateCollection", "a{sv}s", properties, "")
        made = self.client.prompt(prompt)[1][1]
        prompt = self.client.collection(made, "Delete")
        queue = []
        with self.client.connection.filter(MatchRule(type="signal", path=prompt), queue=mark_queue(queue)):
            self.client.send(prompt, SECRET + "Prompt", "Prompt", "s", "")
            while "delete all passwords" not in questions():
                time.sleep(0.01)
            tool("delete-keychain", "swapped.keychain")
            tool("create-keychain", "-p", "other", "swapped.keychain")
            go_on()
            while not queue:
                self.client.connection.recv_messages(timeout=30)
        self.assertEqual(queue[0].body, (True, ("o", "/")))
        tool("delete-keychain", "swapped.keychain")

    def test_a_collection_is_not_made_without_an_answer(self):
        before = self.client.get(PATH, "Service", "Collections")
        for answers in [["-"], ["one", "-"], ["one", "two"] * 3]:
            answer(*answers)
            _, prompt = self.client.service(
                "CreateCollection", "a{sv}s", {SECRET + "Collection.Label": ("s", "Nothing")}, "")
            self.assertEqual(self.client.prompt(prompt), (True, ("o", "/")))
        self.assertEqual(self.client.get(PATH, "Service", "Collections"), before)

    def test_a_lock_by_another_program_counts(self):
        tool("lock-keychain")
        self.assertEqual(self.client.search(self.attributes), ([], [self.item]))
        tool("unlock-keychain", "-p", "passcode")
        self.assertEqual(self.client.search(self.attributes), ([self.item], []))


if __name__ == "__main__":
    unittest.main(verbosity=2)
