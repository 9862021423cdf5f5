#define _GNU_SOURCE
#include "lk_keyring.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// What a key lets its user do beside its possessor: view, read, write, search, link, set attributes.
// A key is possessed by processes whose session has a link to the user keyring, which those of a
// service need not have; without this they could put keys there and never read them.
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
  // Setting the rights of a key takes possessing it, and so a link to its keyring. One of this thread
  // alone, for a moment.
  if (keyctl(KEYCTL_LINK, (uintptr_t)KEY_SPEC_USER_KEYRING, (uintptr_t)KEY_SPEC_THREAD_KEYRING, 0,
             0) < 0)
    return -1;
  // One that is there is never missing in between: it gets the new content in one step.
  long key = find(description);
  if (key < 0 || keyctl(KEYCTL_UPDATE, (uintptr_t)key, (uintptr_t)payload, size, 0) < 0) {
    // Of another kind or another user's, or revoked; add_key would fail for it, too.
    if (key >= 0) drop(key);
    key = syscall(SYS_add_key, "user", description, payload, size, KEY_SPEC_USER_KEYRING);
  }
  if (key >= 0 &&
      // Also of one that is there: who made it may have been killed before this.
      (keyctl(KEYCTL_SETPERM, (uintptr_t)key, RIGHTS_OF_USER, 0, 0) < 0 ||
       // 0 takes away the time limit that it had.
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
