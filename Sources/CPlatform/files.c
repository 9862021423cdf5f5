#define _GNU_SOURCE
#include "lk_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

int lk_open_passage(int directory, const char *name) {
  return openat(directory, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

int lk_open_passage_itself(int directory, const char *name) {
  return openat(directory, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int lk_synchronize_file_system(int descriptor) { return syncfs(descriptor); }

int lk_open_reference(int directory, const char *name) {
  return openat(directory, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int lk_open_folder(int directory, const char *name) {
  return openat(directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int lk_open_new(int directory, const char *name) {
  return openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

// Writes the path in /proc that names an open file. linkat(2) accepts this path without a privilege. If only the
// descriptor is given, linkat(2) requires a privilege.
static void name_of_open_file(int descriptor, char *name, size_t size) {
  snprintf(name, size, "/proc/self/fd/%d", descriptor);
}

int lk_open_nameless(int directory) {
  int descriptor = openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor < 0) return -1;
  char name[32];
  name_of_open_file(descriptor, name, sizeof name);
  struct stat status;
  if (stat(name, &status) == 0) return descriptor;
  close(descriptor);
  errno = EOPNOTSUPP;
  return -1;
}

int lk_link_open_file(int descriptor, int directory, const char *name) {
  char source[32];
  name_of_open_file(descriptor, source, sizeof source);
  return linkat(AT_FDCWD, source, directory, name, AT_SYMLINK_FOLLOW);
}

int lk_is_open_for_writing(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

int lk_file_system_magic(int descriptor, uint32_t *magic) {
  struct statfs information;
  if (fstatfs(descriptor, &information) != 0) return -1;
  // Magic numbers have 32 bits. On some architectures, f_type is wider and signed.
  *magic = (uint32_t)information.f_type;
  return 0;
}

int lk_fill_randomly(void *buffer, size_t size) {
  unsigned char *rest = buffer;
  while (size > 0) {
    // A call of getrandom fills at most 32 MiB, and a signal can interrupt a long call. So the loop repeats the call.
    ssize_t count = getrandom(rest, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return -1;
    rest += count;
    size -= (size_t)count;
  }
  return 0;
}

int64_t lk_next_content(int file, int64_t offset) { return lseek(file, offset, SEEK_DATA); }

int64_t lk_allocated_size(int file) {
  struct stat status;
  // The unit of st_blocks is 512 bytes, independent of the block size of the file system.
  return fstat(file, &status) == 0 ? (int64_t)status.st_blocks * 512 : 0;
}

int lk_rename_noreplace(int directory, const char *from, const char *to) {
  return renameat2(directory, from, directory, to, RENAME_NOREPLACE);
}

const char *lk_error_description(int error) {
  const char *description = strerrordesc_np(error);
  return description ? description : "Unknown error";
}

// The byte range of the shared locks of SQLite connections ("The SQLite OS interface", os_unix.c).
enum { first_shared_byte = 0x40000002, shared_byte_count = 510 };

int lk_hold_database(int descriptor) {
  struct flock range = {0};
  range.l_type = F_RDLCK;
  range.l_whence = SEEK_SET;
  range.l_start = first_shared_byte;
  range.l_len = shared_byte_count;
  return fcntl(descriptor, F_OFD_SETLK, &range);
}

static int set_byte_lock(int descriptor, int64_t offset, short type) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int lk_lock_byte(int descriptor, int64_t offset) {
  return set_byte_lock(descriptor, offset, F_WRLCK);
}

void lk_unlock_byte(int descriptor, int64_t offset) { set_byte_lock(descriptor, offset, F_UNLCK); }

int lk_announce_exclusive(int descriptor) { return lk_lock_byte(descriptor, 0); }

void lk_withdraw_announcement(int descriptor) { lk_unlock_byte(descriptor, 0); }

int lk_is_exclusive_announced(int descriptor) {
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

int lk_make_memory_file(void) { return memfd_create("latchkey", MFD_CLOEXEC); }
