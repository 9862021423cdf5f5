#define _GNU_SOURCE
#include "lk_keyring.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The permissions of a possessor and of the owning user: view, read, write, search, link and set attributes. A process
// possesses a key if the session of the process has a link to the user keyring. A process of a service can lack this
// link. Without the permissions of the owning user, such a process could store a key but not read the key.
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
  // A process must possess a key to set its permissions, so the process needs a link to the user keyring. A temporary
  // link in the keyring of this thread suffices.
  if (keyctl(KEYCTL_LINK, (uintptr_t)KEY_SPEC_USER_KEYRING, (uintptr_t)KEY_SPEC_THREAD_KEYRING, 0,
             0) < 0)
    return -1;
  // KEYCTL_UPDATE replaces the content of an existing key in one step, so other processes always find the key.
  long key = find(description);
  if (key < 0 || keyctl(KEYCTL_UPDATE, (uintptr_t)key, (uintptr_t)payload, size, 0) < 0) {
    // The existing key has another type or another owner, or was revoked. add_key would also fail for this key, so the
    // key is removed first.
    if (key >= 0) drop(key);
    key = syscall(SYS_add_key, "user", description, payload, size, KEY_SPEC_USER_KEYRING);
  }
  if (key >= 0 &&
      // The permissions of an existing key are also set, because the process that created the key may have been killed
      // before it set the permissions.
      (keyctl(KEYCTL_SETPERM, (uintptr_t)key, RIGHTS_OF_USER, 0, 0) < 0 ||
       // A timeout of 0 seconds removes an earlier timeout.
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
