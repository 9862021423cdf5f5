"""Runs the tests that Python's keyring package has for all backends with its backend for macOS.

The environment variable LIBRARY is the path of libSecurity.so, and RUNTIME is the folder of libFoundation.so.
They replace the frameworks of macOS. The keyring package itself is not changed.
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
