"""The keychain of Latchkey as a backend of keyring."""

from contextlib import contextmanager

from keyring import credentials, errors
from keyring.backend import KeyringBackend

from . import _security

__all__ = ["Keyring"]


class _ClassProperty:
    """A property of a class. Different versions of keyring have this decorator in different modules."""

    def __init__(self, getter):
        self._getter = getter

    def __get__(self, instance, owner):
        return self._getter(owner)


class Keyring(KeyringBackend):
    """Generic passwords in the keychain.

    The service of keyring is the service of an item, and the username is its account. The items are the same as those
    of `security add-generic-password -s SERVICE -a USERNAME`.

    Raises `keyring.errors.InitError` if the library cannot be loaded.
    """

    access_group = "login"
    """The access group of the items. With an empty string, the access groups of the program decide."""

    @_ClassProperty
    def priority(cls):
        """The priority is above that of the Secret Service (5), because a person installs this backend on purpose.

        Raises `RuntimeError` if the library cannot be loaded.
        """
        _security.library()
        return 6

    def __init__(self):
        super().__init__()
        try:
            _security.library()
        except _security.LibraryUnavailable as error:
            raise errors.InitError(str(error)) from error

    def get_password(self, service, username):
        """Returns the password; None if there is none."""
        with _translated_errors(errors.KeyringError, "get the password"):
            found = _security.find(self._query(service, username or ""))
        return found and found.password

    def get_credential(self, service, username):
        """Returns the username and the password; None if there is no password.

        If `username` is None, returns the oldest item of the service.
        """
        with _translated_errors(errors.KeyringError, "get the password"):
            found = _security.find(self._query(service, username))
        return found and credentials.SimpleCredential(found.account, found.password)

    def set_password(self, service, username, password):
        """Stores a password, and replaces the password of an existing item."""
        with _translated_errors(errors.PasswordSetError, "store the password"):
            _security.store(self._query(service, username or ""), password)

    def delete_password(self, service, username):
        """Deletes a password."""
        with _translated_errors(errors.PasswordDeleteError, "delete the password"):
            _security.delete(self._query(service, username or ""))

    def _query(self, service, username):
        query = {"kSecAttrService": service}
        if username is not None:
            query["kSecAttrAccount"] = username
        if self.access_group:
            query["kSecAttrAccessGroup"] = self.access_group
        return query


@contextmanager
def _translated_errors(kind, action):
    """Raises errors of keyring. An error of a codec contains a part of the password, so its text is not used."""
    try:
        yield
    except _security.Failure as failure:
        chosen = errors.KeyringLocked if failure.needs_unlocking else kind
        raise chosen(f"Cannot {action}: {failure}") from failure
    except UnicodeEncodeError:
        raise kind(f"Cannot {action}: a text contains a surrogate, which UTF-8 does not have") from None
    except UnicodeDecodeError:
        raise kind(f"Cannot {action}: the stored bytes are not UTF-8") from None
