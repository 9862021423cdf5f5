#ifndef LATCHKEY_KEYRING_H
#define LATCHKEY_KEYRING_H

#include <stddef.h>
#include <sys/types.h>

// Functions for keys in the kernel's user keyring (keyrings(7)). All processes of a user can read these keys, in every
// session, until the machine restarts. The functions use system calls directly, so that Latchkey does not need
// libkeyutils.

// Stores a key of type "user". If the key exists, its content is replaced in one step. The key expires after `seconds`.
// With 0 seconds, the key never expires. Returns 0, or -1 and errno: ENOSYS, EPERM or EACCES if the kernel refuses
// keyrings, EDQUOT if the user's quota is exceeded.
int lk_keyring_put(const char *description, const void *payload, size_t size, unsigned seconds);

// Reads the content of a key into `buffer`. Returns the size of the content, which can be larger than `size`. Returns
// -1 and errno on failure: ENOKEY or EKEYEXPIRED if the key does not exist.
ssize_t lk_keyring_get(const char *description, void *buffer, size_t size);

// Removes a key. Returns 0, or -1 and errno as in `lk_keyring_get`.
int lk_keyring_remove(const char *description);

#endif
