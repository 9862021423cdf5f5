"""Asks a Secret Service that asks the person about each program (latchkey-secret-service --ask)."""

import os
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pinentry_answers import *  # noqa: E402,F403
from service_client import *  # noqa: E402,F403


class AskTest(unittest.TestCase):
    def test_a_program_is_asked_about_once(self):
        tool("add-generic-password", "-s", "web", "-a", "anna", "-w", "secret")
        wanted = {"service": "web", "username": "anna"}
        with Client() as client:
            session = client.plain()
            self.assertEqual(client.search(wanted)[0], [])
            item = client.search(wanted)[1][0]
            self.assertIs(client.get(LOGIN, "Collection", "Locked"), True)
            values = client.get_all(item, "Item")
            self.assertEqual((values["Locked"], values["Label"], values["Attributes"]), (True, "", {}))
            self.assertEqual(client.secrets(session, [item]), {})
            for call in [
                lambda: client.secret(session, item), lambda: client.item(item, "Delete"),
                lambda: client.create(session, {"new": "1"}, b"x"),
                lambda: client.set(item, "Item", "Label", "s", "x"),
            ]:
                with self.assertRaises(BusError) as raised:
                    call()
                self.assertEqual(raised.exception.name, "IsLocked")
            # The collection in memory belongs to the programs.
            in_memory = client.create(session, {"memory": "1"}, b"x", path=SESSION)
            client.item(in_memory, "Delete")
            answer("-")
            _, prompt = client.service("Unlock", "ao", [item])
            self.assertEqual(client.prompt(prompt), (True, ("ao", [])))
            self.assertEqual(client.search(wanted), ([], [item]))
            answer("yes")
            _, prompt = client.service("Unlock", "ao", [item])
            self.assertEqual(client.prompt(prompt), (False, ("ao", [item])))
            self.assertIn("asks to use the keychain", questions())
            self.assertIn(os.path.realpath(sys.executable), questions())
            self.assertEqual(client.search(wanted), ([item], []))
            self.assertEqual(client.secret(session, item)[0], b"secret")
        with Client() as client:
            # Another connection of the same program.
            self.assertEqual(client.secret(client.plain(), item)[0], b"secret")
        # Another program.
        answer("-")
        done = subprocess.run(["secret-tool", "lookup", "service", "web"], stdout=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(os.path.realpath(shutil.which("secret-tool")), questions())
        answer("yes")
        done = subprocess.run(["secret-tool", "lookup", "service", "web"], stdout=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stdout), (0, b"secret"))
        answer("-")
        subprocess.run(["secret-tool", "store", "--label=x", "a", "1"], input=b"stored", check=True)
        self.assertEqual(questions(), "")


if __name__ == "__main__":
    unittest.main(verbosity=2)
