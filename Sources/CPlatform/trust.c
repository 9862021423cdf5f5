#define _GNU_SOURCE
#include "lk_files.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

int lk_is_mount_root(int descriptor) {
  struct statx status;
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_TYPE, &status) != 0) return 0;
  if (status.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) {
    return (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  }
  // Linux before 5.8 does not report whether a folder is the root of a mount. The device number of such a root differs
  // from the device number of its parent folder.
  struct stat here, above;
  return fstat(descriptor, &here) == 0 && fstatat(descriptor, "..", &above, 0) == 0 &&
         here.st_dev != above.st_dev;
}

// Returns 1 if a group is the primary group of another user in /etc/passwd, or if /etc/passwd cannot be read.
// /etc/group does not list a user in the primary group of this user. The function does not use getpwent(3), because the
// program may be iterating over users with getpwent(3).
static int is_primary_group_of_another(gid_t group, uid_t own) {
  FILE *file = fopen("/etc/passwd", "re");
  if (!file) return 1;
  struct passwd user, *next = 0;
  char space[16384];
  int found = 0, error;
  while (!found && (error = fgetpwent_r(file, &user, space, sizeof space, &next)) == 0) {
    found = user.pw_gid == group && user.pw_uid != own;
  }
  fclose(file);
  return found || error != ENOENT;
}

int lk_is_private_group(uint32_t group) {
  if (group == 0) return 0;
  struct passwd user, *known_user = 0;
  char user_space[16384];
  if (getpwuid_r(geteuid(), &user, user_space, sizeof user_space, &known_user) != 0 || !known_user ||
      user.pw_gid != group) {
    return 0;
  }
  struct group entry, *known_group = 0;
  char group_space[16384];
  if (getgrgid_r(group, &entry, group_space, sizeof group_space, &known_group) != 0 || !known_group ||
      strcmp(entry.gr_name, user.pw_name) != 0) {
    return 0;
  }
  for (char **member = entry.gr_mem; *member; member++) {
    if (strcmp(*member, user.pw_name) != 0) return 0;
  }
  return !is_primary_group_of_another(group, user.pw_uid);
}

int lk_may_have_access_list(int descriptor) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  ssize_t size = getxattr(path, "system.posix_acl_access", 0, 0);
  return size >= 0 ? size > 0 : errno != ENODATA && errno != EOPNOTSUPP;
}

int lk_is_unmapped_user(uint32_t user) {
  unsigned overflow = 0;
  FILE *file = fopen("/proc/sys/kernel/overflowuid", "re");
  if (!file) return 0;
  int count = fscanf(file, "%u", &overflow);
  fclose(file);
  if (count != 1 || user != overflow) return 0;
  file = fopen("/proc/self/uid_map", "re");
  if (!file) return 0;
  int result = 1;
  unsigned first, outside, length;
  while (fscanf(file, "%u %u %u", &first, &outside, &length) == 3) {
    if (user >= first && user - first < length) result = 0;
  }
  fclose(file);
  return result;
}
