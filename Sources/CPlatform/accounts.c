#include "lk_accounts.h"

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

// An entry of a group with many members needs a large buffer.
enum { BUFFER_SIZE = 1 << 20 };

static int copy(const char *text, char *name, size_t size) {
  if (strlen(text) >= size) return -1;
  memcpy(name, text, strlen(text) + 1);
  return 0;
}

int lk_user_named(const char *name, uint32_t *user) {
  char *buffer = malloc(BUFFER_SIZE);
  struct passwd entry, *found = NULL;
  if (buffer) getpwnam_r(name, &entry, buffer, BUFFER_SIZE, &found);
  if (found) *user = found->pw_uid;
  free(buffer);
  return found ? 0 : -1;
}

int lk_group_named(const char *name, uint32_t *group) {
  char *buffer = malloc(BUFFER_SIZE);
  struct group entry, *found = NULL;
  if (buffer) getgrnam_r(name, &entry, buffer, BUFFER_SIZE, &found);
  if (found) *group = found->gr_gid;
  free(buffer);
  return found ? 0 : -1;
}

int lk_user_name(uint32_t user, char *name, size_t size) {
  char *buffer = malloc(BUFFER_SIZE);
  struct passwd entry, *found = NULL;
  if (buffer) getpwuid_r(user, &entry, buffer, BUFFER_SIZE, &found);
  int result = found ? copy(found->pw_name, name, size) : -1;
  free(buffer);
  return result;
}

int lk_group_name(uint32_t group, char *name, size_t size) {
  char *buffer = malloc(BUFFER_SIZE);
  struct group entry, *found = NULL;
  if (buffer) getgrgid_r(group, &entry, buffer, BUFFER_SIZE, &found);
  int result = found ? copy(found->gr_name, name, size) : -1;
  free(buffer);
  return result;
}
