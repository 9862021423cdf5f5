#define _GNU_SOURCE
#include "CPlatform.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *lk_secure_getenv(const char *name) { return secure_getenv(name); }

int lk_home_directory(char *buffer, size_t size) {
  struct passwd entry, *found = 0;
  char space[16384];
  if (getpwuid_r(geteuid(), &entry, space, sizeof space, &found) != 0 || !found) return -1;
  size_t length = strlen(entry.pw_dir);
  if (length == 0 || length >= size) return -1;
  memcpy(buffer, entry.pw_dir, length + 1);
  return 0;
}
