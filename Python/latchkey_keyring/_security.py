"""Generic passwords through the C interface of libSecurity.so."""

import ctypes
import functools
import os
from collections import namedtuple
from contextlib import contextmanager

LIBRARY_VARIABLE = "LATCHKEY_SECURITY_LIBRARY"

_UTF8 = 0x08000100
_SUCCESS, _DUPLICATE, _NOT_FOUND = 0, -25299, -25300
# The user cancelled the question, the proof was wrong, or the keychain is locked and nobody can be asked.
_NEEDS_UNLOCKING = (-128, -25293, -25308)
# An attempt to store a password fails if another process adds or deletes the item between two calls.
_ATTEMPTS = 3

_pointer = ctypes.c_void_p
_FUNCTIONS = {
    "CFRelease": (None, [_pointer]),
    "CFDataCreate": (_pointer, [_pointer, ctypes.c_char_p, ctypes.c_long]),
    "CFDataGetBytePtr": (_pointer, [_pointer]),
    "CFDataGetLength": (ctypes.c_long, [_pointer]),
    "CFStringCreateWithBytes": (
        _pointer, [_pointer, ctypes.c_char_p, ctypes.c_long, ctypes.c_uint32, ctypes.c_ubyte]),
    "CFStringCreateExternalRepresentation": (_pointer, [_pointer, _pointer, ctypes.c_uint32, ctypes.c_ubyte]),
    "CFDictionaryCreateMutable": (_pointer, [_pointer, ctypes.c_long, _pointer, _pointer]),
    "CFDictionarySetValue": (None, [_pointer, _pointer, _pointer]),
    "CFDictionaryGetValue": (_pointer, [_pointer, _pointer]),
    "SecItemAdd": (ctypes.c_int32, [_pointer, _pointer]),
    "SecItemCopyMatching": (ctypes.c_int32, [_pointer, _pointer]),
    "SecItemUpdate": (ctypes.c_int32, [_pointer, _pointer]),
    "SecItemDelete": (ctypes.c_int32, [_pointer]),
    "SecCopyErrorMessageString": (_pointer, [ctypes.c_int32, _pointer]),
    "LatchkeyGetLastFailureCause": (ctypes.c_int32, []),
    "LatchkeyCopyLastFailureReason": (_pointer, []),
    "LatchkeyCopyFailureCauseAdvice": (_pointer, [ctypes.c_int32]),
}


class LibraryUnavailable(RuntimeError):
    """libSecurity.so is missing, cannot be loaded, or is not the library of Latchkey."""


class Failure(Exception):
    """A call that failed. The text is the reason, the status and the advice of the library.

    Construct it in the thread of the call, before the next call.
    """

    def __init__(self, status):
        security = library()
        self.status = status
        self.needs_unlocking = status in _NEEDS_UNLOCKING
        reason = _taken_text(security.LatchkeyCopyLastFailureReason()) or _taken_text(
            security.SecCopyErrorMessageString(status, None))
        advice = _taken_text(security.LatchkeyCopyFailureCauseAdvice(security.LatchkeyGetLastFailureCause()))
        super().__init__(f"{reason} ({status})" + (f". {advice}" if advice else ""))


Found = namedtuple("Found", ["account", "password"])


@functools.lru_cache(maxsize=None)
def _load(path):
    try:
        security = ctypes.CDLL(path)
    except OSError as error:
        raise LibraryUnavailable(
            f"cannot load {path}: {error}. Install Latchkey, or set {LIBRARY_VARIABLE} to the path of libSecurity.so"
        ) from error
    # A symbol is searched in the library, and in the libraries that it needs. Core Foundation is one of them.
    for name, (result, arguments) in _FUNCTIONS.items():
        try:
            function = getattr(security, name)
        except AttributeError as error:
            raise LibraryUnavailable(f"{path} is not the library of Latchkey: {name} is missing") from error
        function.restype, function.argtypes = result, arguments
    return security


def library():
    """Returns the library. The loader searches for it, unless an environment variable names its path."""
    return _load(os.environ.get(LIBRARY_VARIABLE) or "libSecurity.so.0")


def find(query):
    """Returns the oldest item that matches; None if there is none."""
    security = library()
    found = _pointer()
    options = {"kSecReturnAttributes": True, "kSecReturnData": True}
    with _dictionary({**query, **options}) as dictionary:
        status = security.SecItemCopyMatching(dictionary, ctypes.byref(found))
    if status == _NOT_FOUND:
        return None
    _check(status)
    try:
        account = security.CFDictionaryGetValue(found, _constant("kSecAttrAccount"))
        data = security.CFDictionaryGetValue(found, _constant("kSecValueData"))
        return Found(_text(account) or "", _bytes(data).decode() if data else "")
    finally:
        security.CFRelease(found)


def store(query, password):
    """Changes the password of each item that matches, or adds an item. The service becomes the label of a new item."""
    security = library()
    secret = {"kSecValueData": password.encode()}
    new = {**query, **secret, "kSecAttrLabel": query["kSecAttrService"]}
    for _ in range(_ATTEMPTS):
        with _dictionary(query) as dictionary, _dictionary(secret, has_class=False) as change:
            status = security.SecItemUpdate(dictionary, change)
        if status != _NOT_FOUND:
            break
        with _dictionary(new) as dictionary:
            status = security.SecItemAdd(dictionary, None)
        if status != _DUPLICATE:
            break
    _check(status)


def delete(query):
    """Deletes the items that match."""
    with _dictionary(query) as dictionary:
        _check(library().SecItemDelete(dictionary))


def _check(status):
    if status != _SUCCESS:
        raise Failure(status)


def _constant(name):
    return _pointer.in_dll(library(), name)


def _address(name):
    return ctypes.byref(ctypes.c_char.in_dll(library(), name))


@contextmanager
def _dictionary(entries, has_class=True):
    """Makes a CFDictionary of strings, bytes and True. The keys are names of constants."""
    security = library()
    dictionary = _created(security.CFDictionaryCreateMutable(
        None, 0, _address("kCFTypeDictionaryKeyCallBacks"), _address("kCFTypeDictionaryValueCallBacks")))
    try:
        if has_class:
            security.CFDictionarySetValue(
                dictionary, _constant("kSecClass"), _constant("kSecClassGenericPassword"))
        for key, value in entries.items():
            if value is True:
                security.CFDictionarySetValue(dictionary, _constant(key), _constant("kCFBooleanTrue"))
                continue
            if isinstance(value, bytes):
                made = security.CFDataCreate(None, value, len(value))
            else:
                text = value.encode()
                made = security.CFStringCreateWithBytes(None, text, len(text), _UTF8, False)
            security.CFDictionarySetValue(dictionary, _constant(key), _created(made))
            security.CFRelease(made)
        yield dictionary
    finally:
        security.CFRelease(dictionary)


def _created(reference):
    if not reference:
        raise MemoryError("Core Foundation made no object")
    return reference


def _bytes(data):
    security = library()
    return ctypes.string_at(security.CFDataGetBytePtr(data), security.CFDataGetLength(data))


def _text(string):
    """Returns the text of a CFString; None for NULL."""
    if not string:
        return None
    security = library()
    data = _created(security.CFStringCreateExternalRepresentation(None, string, _UTF8, 0))
    try:
        return _bytes(data).decode()
    finally:
        security.CFRelease(data)


def _taken_text(string):
    """Returns the text of a CFString, which it releases; None for NULL."""
    try:
        return _text(string)
    finally:
        if string:
            library().CFRelease(string)
