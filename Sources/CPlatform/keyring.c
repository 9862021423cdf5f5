#define _GNU_SOURCE
#include "lk_keyring.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The permissions of the key's user: view, read, write, search, link and set attributes. A process possesses a key if
// its session has a link to the user keyring. A service may not have this link. Without these permissions it could
// store a key, but not read it.
#define RIGHTS_OF_USER 0x3f3f0000u

static long keyctl(int operation, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d) {
  return syscall(SYS_keyctl, operation, a, b, c, d);
}

static long find(const char *description) {
  return keyctl(KEYCTL_SEARCH, (uintptr_t)KEY_SPEC_USER_KEYRING, (uintptr_t) "user",
                (uintptr_t)description, 0);
}

static int drop(long key) {
  return keyctl(KEYCTL_UNLINK, (uintptr_t)key, (uintptr_t)KEY_SPEC_USER_KEYRING, 0, 0) < 0 ? -1 : 0;
}

int lk_keyring_put(const char *description, const void *payload, size_t size, unsigned seconds) {
  // Setting the permissions of a key requires possessing it, and therefore a link to its keyring. A temporary link in
  // the keyring of this thread suffices.
  if (keyctl(KEYCTL_LINK, (uintptr_t)KEY_SPEC_USER_KEYRING, (uintptr_t)KEY_SPEC_THREAD_KEYRING, 0,
             0) < 0)
    return -1;
  // An existing key gets its new content in one step, so it is never missing in between.
  long key = find(description);
  if (key < 0 || keyctl(KEYCTL_UPDATE, (uintptr_t)key, (uintptr_t)payload, size, 0) < 0) {
    // The key has another type or another owner, or was revoked. add_key would also fail for it.
    if (key >= 0) drop(key);
    key = syscall(SYS_add_key, "user", description, payload, size, KEY_SPEC_USER_KEYRING);
  }
  if (key >= 0 &&
      // The permissions are also set for an existing key: its creator may have been killed before it set them.
      (keyctl(KEYCTL_SETPERM, (uintptr_t)key, RIGHTS_OF_USER, 0, 0) < 0 ||
       // 0 removes an earlier time limit.
       keyctl(KEYCTL_SET_TIMEOUT, (uintptr_t)key, seconds, 0, 0) < 0)) {
    int error = errno;
    drop(key);
    errno = error;
    key = -1;
  }
  int error = errno;
  keyctl(KEYCTL_UNLINK, (uintptr_t)KEY_SPEC_USER_KEYRING, (uintptr_t)KEY_SPEC_THREAD_KEYRING, 0, 0);
  errno = error;
  return key < 0 ? -1 : 0;
}

ssize_t lk_keyring_get(const char *description, void *buffer, size_t size) {
  long key = find(description);
  if (key < 0) return -1;
  return keyctl(KEYCTL_READ, (uintptr_t)key, (uintptr_t)buffer, size, 0);
}

int lk_keyring_remove(const char *description) {
  long key = find(description);
  return key < 0 ? -1 : drop(key);
}
