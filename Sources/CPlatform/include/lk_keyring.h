#ifndef LATCHKEY_KEYRING_H
#define LATCHKEY_KEYRING_H

#include <stddef.h>
#include <sys/types.h>

// Keys of the kernel's user keyring (keyrings(7)): all processes of a user see them, whatever session
// they are of, until the machine is started anew. By system calls: libkeyutils adds nothing here.

// Puts a key of type "user" there, in place of one of that description, which is there all the time. It
// vanishes after so many seconds; 0 for never. 0, or -1 and errno: ENOSYS, EPERM or EACCES where the kernel refuses
// keyrings, EDQUOT when the user has too many.
int lk_keyring_put(const char *description, const void *payload, size_t size, unsigned seconds);

// Reads a key. Its size, which may be more than what was written to `buffer`; -1 and errno: ENOKEY
// and EKEYEXPIRED when there is none.
ssize_t lk_keyring_get(const char *description, void *buffer, size_t size);

// Removes a key. 0, or -1 and errno as for `lk_keyring_get`.
int lk_keyring_remove(const char *description);

#endif
