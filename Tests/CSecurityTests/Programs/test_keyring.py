"""The tests that Python's keyring has for every backend, run over its backend for macOS.

What keyring takes from macOS comes from the environment: LIBRARY is libSecurity.so, RUNTIME the folder of
libFoundation.so. keyring itself is as it was installed.
"""

import ctypes.util
import os
import platform

foundation = os.path.join(os.environ["RUNTIME"], "libFoundation.so")
libraries = {
    "Security": os.environ["LIBRARY"],
    "CoreServices": foundation,
    "Foundation": foundation,
}
ctypes.util.find_library = libraries.get
platform.system = lambda: "Darwin"

from keyring.backends import macOS  # noqa: E402: only now does it find what it needs
from keyring.testing.backend import BackendBasicTests  # noqa: E402


class TestKeyring(BackendBasicTests):
    def init_keyring(self):
        assert macOS.Keyring.priority == 5
        return macOS.Keyring()
