"""Tests of the backend in the folder Python: keyring's own tests for backends, and tests of its own.

The package is installed in a folder of PYTHONPATH. SECURITY_TOOL is the `security` tool, and ENTITLEMENTS is an
entitlements file without the group `login`.
"""

import os
import subprocess
import sys

import pytest
from keyring import errors
from keyring.testing.backend import BackendBasicTests

import latchkey_keyring


def security(*arguments, **options):
    return subprocess.run(
        [os.environ["SECURITY_TOOL"], *arguments], capture_output=True, text=True, **options)


def python(program, **environment):
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **environment})


@pytest.fixture
def ring():
    return latchkey_keyring.Keyring()


class TestBackend(BackendBasicTests):
    def init_keyring(self):
        return latchkey_keyring.Keyring()


class TestChoice:
    def test_keyring_chooses_the_installed_backend(self):
        # If other backends can be used, too, keyring combines all backends. The first one stores the passwords.
        done = python("import keyring; ring = keyring.get_keyring(); print(getattr(ring, 'backends', [ring])[0])")
        assert done.stdout == "latchkey_keyring.Keyring (priority: 6)\n", done.stderr

    def test_environment_can_name_the_backend(self):
        done = python("import keyring; print(keyring.get_keyring())",
                      PYTHON_KEYRING_BACKEND="latchkey_keyring.Keyring")
        assert done.stdout == "latchkey_keyring.Keyring (priority: 6)\n", done.stderr

    @pytest.mark.parametrize("path, reason", [
        ("/nonexistent/libSecurity.so", "cannot load /nonexistent/libSecurity.so"),
        ("libc.so.6", "libc.so.6 is not the library of Latchkey"),
    ])
    def test_missing_library_is_named(self, path, reason, monkeypatch):
        monkeypatch.setenv("LATCHKEY_SECURITY_LIBRARY", path)
        assert not latchkey_keyring.Keyring.viable
        with pytest.raises(RuntimeError, match=reason):
            latchkey_keyring.Keyring.priority
        with pytest.raises(errors.InitError, match=reason):
            latchkey_keyring.Keyring()

    def test_keyring_works_without_the_library(self):
        done = python("import keyring; print(keyring.get_keyring().priority)",
                      LATCHKEY_SECURITY_LIBRARY="/nonexistent", DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent")
        assert float(done.stdout) < 6, done.stderr


class TestItems:
    def test_tool_finds_what_keyring_stores(self, ring):
        ring.set_password("to-tool", "anna", "pässword\n")
        found = security("find-generic-password", "-s", "to-tool", "-a", "anna", "-w")
        assert bytes.fromhex(found.stdout).decode() == "pässword\n"
        shown = security("find-generic-password", "-s", "to-tool").stdout
        assert '0x00000007 <blob>="to-tool"' in shown

    def test_keyring_finds_what_the_tool_stores(self, ring):
        added = security("add-generic-password", "-s", "from-tool", "-a", "anna", "-w", input="a token\n")
        assert added.returncode == 0, added.stderr
        assert ring.get_password("from-tool", "anna") == "a token"
        ring.set_password("from-tool", "anna", "another")
        assert security("find-generic-password", "-s", "from-tool", "-w").stdout == "another\n"
        assert security("dump-keychain").stdout.count('"svce"<blob>="from-tool"') == 1
        ring.delete_password("from-tool", "anna")
        assert security("find-generic-password", "-s", "from-tool").returncode == 44

    def test_password_of_another_keychain_is_replaced_there(self, ring):
        assert security("add-generic-password", "-s", "two", "-a", "anna", "-w", "old").returncode == 0
        assert security("create-keychain", "-p", "passcode", "other.keychain").returncode == 0
        assert security("default-keychain", "-d", "user", "-s", "other.keychain").returncode == 0
        try:
            ring.set_password("two", "anna", "new")
            assert ring.get_password("two", "anna") == "new"
        finally:
            assert security("delete-keychain", "other.keychain").returncode == 0
            assert security("default-keychain", "-d", "user", "-s", "login.keychain").returncode == 0

    def test_first_item_is_the_credential(self, ring):
        ring.set_password("many", "first", "1")
        ring.set_password("many", "second", "2")
        ring.set_password("many", "first", "3")
        found = ring.get_credential("many", None)
        assert (found.username, found.password) == ("first", "3")

    def test_nul_characters_are_kept(self, ring):
        ring.set_password("nul\0s", "nul\0a", "nul\0p")
        assert ring.get_password("nul\0s", "nul\0a") == "nul\0p"
        assert ring.get_password("nul", "nul") is None
        assert ring.get_credential("nul\0s", None).username == "nul\0a"

    def test_another_group_has_other_items(self, ring):
        own = ring.with_properties(access_group="")
        own.set_password("group", "anna", "own")
        ring.set_password("group", "anna", "of login")
        assert ring.get_password("group", "anna") == "of login"
        assert own.get_password("group", "anna") == "own"

    def test_environment_names_the_group(self):
        program = "import keyring; keyring.set_password('env', 'a', 'b'); print(keyring.get_password('env', 'a'))"
        entitled = {"LATCHKEY_ENTITLEMENTS": os.environ["ENTITLEMENTS"]}
        refused = python(program, **entitled)
        assert "PasswordSetError" in refused.stderr and "-34018" in refused.stderr
        done = python(program, KEYRING_PROPERTY_ACCESS_GROUP="", **entitled)
        assert done.stdout == "b\n", done.stderr
        assert security("ls", "--access-group", "com.example.my-program").stdout == "genp\tenv\ta\tenv\n"

    def test_many_calls_keep_no_memory(self, ring):
        def resident():
            with open("/proc/self/statm") as numbers:
                return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        secret = "x" * 100_000
        ring.set_password("memory", "anna", secret)

        def calls(count):
            for _ in range(count):
                assert ring.get_password("memory", "anna") == secret
                assert ring.get_password("memory", "nobody") is None

        calls(50)
        before = resident()
        calls(200)
        assert resident() - before < 10_000_000


class TestErrors:
    def test_lone_surrogates_are_refused(self, ring):
        with pytest.raises(errors.PasswordSetError, match="surrogate") as caught:
            ring.set_password("surrogate", "anna", "hunter2\udc80")
        assert "hunter2" not in str(caught.value)
        with pytest.raises(errors.KeyringError, match="surrogate"):
            ring.get_password("\udc80", "anna")
        with pytest.raises(errors.PasswordDeleteError, match="surrogate"):
            ring.delete_password("\udc80", "anna")

    def test_bytes_that_are_not_text_are_refused(self, ring):
        assert security("add-generic-password", "-s", "bytes", "-a", "anna", "-X", "ff00").returncode == 0
        with pytest.raises(errors.KeyringError, match="not UTF-8"):
            ring.get_password("bytes", "anna")
        with pytest.raises(errors.KeyringError, match="not UTF-8"):
            ring.get_credential("bytes", None)

    def test_too_large_password(self, ring):
        with pytest.raises(errors.PasswordSetError, match="too large .*-25302"):
            ring.set_password("large", "anna", "x" * (65 << 20))

    def test_deleting_twice(self, ring):
        ring.set_password("twice", "anna", "x")
        ring.delete_password("twice", "anna")
        with pytest.raises(errors.PasswordDeleteError, match="-25300"):
            ring.delete_password("twice", "anna")

    def test_unusable_keychain_is_named(self):
        program = """if True:
            import latchkey_keyring
            from keyring import errors
            ring = latchkey_keyring.Keyring()
            for call, kind in [
                (lambda: ring.get_password("a", "b"), errors.KeyringError),
                (lambda: ring.set_password("a", "b", "c"), errors.PasswordSetError),
                (lambda: ring.delete_password("a", "b"), errors.PasswordDeleteError),
                (lambda: ring.get_credential("a", None), errors.KeyringError),
            ]:
                try:
                    call()
                except kind as error:
                    assert "LATCHKEY_HOME must be an absolute path (-25291)" in str(error), error
                else:
                    raise SystemExit("no error")
            """
        done = python(program, LATCHKEY_HOME="relative")
        assert done.returncode == 0, done.stderr

    def test_locked_keychain(self, ring):
        ring.set_password("locked", "anna", "secret")
        assert security("set-keychain-password", "-p", "passcode").returncode == 0
        try:
            assert security("lock-keychain").returncode == 0
            for call in (
                lambda: ring.get_password("locked", "anna"),
                lambda: ring.get_credential("locked", None),
                lambda: ring.set_password("locked", "anna", "new"),
            ):
                with pytest.raises(errors.KeyringLocked, match="locked .*-25308.*security unlock-keychain"):
                    call()
            assert security("unlock-keychain", "-p", "passcode").returncode == 0
            assert ring.get_password("locked", "anna") == "secret"
        finally:
            security("unlock-keychain", "-p", "passcode")
            assert security("set-keychain-password", "-o", "passcode", "-p", "").returncode == 0
