#define _GNU_SOURCE
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lk_faulty_calls.h"

static FILE *record;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void lk_faulty_calls_record(const char *path) { record = fopen(path, "wex"); }

void record_end(void) {
  FILE *done = record;
  record = 0;
  if (done) fclose(done);
}

// Only calls on files and folders are recorded. Calls on other descriptors, such as pipes, are not recorded.
static int is_on_disk(int file, struct stat *status) {
  return record && fstat(file, status) == 0 &&
         (S_ISREG(status->st_mode) || S_ISDIR(status->st_mode));
}

// Stores the absolute path of a name in a folder, without symbolic links. The path stays valid after the folder's
// descriptor is closed.
static void whole_path(int folder, const char *path, char whole[2 * PATH_MAX]) {
  char start[2 * PATH_MAX] = ".", real[PATH_MAX];
  if (path[0] == '/' || folder == AT_FDCWD)
    snprintf(start, sizeof start, "%s", path);
  else
    snprintf(start, sizeof start, "/proc/self/fd/%d/%s", folder, path);
  char *slash = strrchr(start, '/');
  if (slash) *slash = 0;
  if (!realpath(slash ? (start[0] ? start : "/") : ".", real)) abort();
  snprintf(whole, 2 * PATH_MAX, "%s/%s", real, slash ? slash + 1 : start);
}

// Writes one line to the record while holding the lock. Preserves errno.
#define RECORD(...)                  \
  do {                               \
    int error = errno;               \
    pthread_mutex_lock(&lock);       \
    fprintf(record, __VA_ARGS__);    \
    pthread_mutex_unlock(&lock);     \
    errno = error;                   \
  } while (0)

void record_write(int file, const void *bytes, ssize_t size, off_t offset) {
  struct stat status;
  if (!is_on_disk(file, &status)) return;
  if (offset < 0) offset = lseek(file, 0, SEEK_CUR) - size;
  pthread_mutex_lock(&lock);
  fprintf(record, "write %lu %ld %zd\n", status.st_ino, offset, size);
  fwrite(bytes, 1, (size_t)size, record);
  pthread_mutex_unlock(&lock);
}

void record_size(int file, off_t size) {
  struct stat status;
  if (is_on_disk(file, &status)) RECORD("size %lu %ld\n", status.st_ino, size);
}

void record_sync(int file) {
  struct stat status;
  if (!is_on_disk(file, &status)) return;
  if (!S_ISDIR(status.st_mode)) {
    RECORD("sync %lu\n", status.st_ino);
    return;
  }
  char path[2 * PATH_MAX];
  whole_path(file, "", path);
  path[strlen(path) - 1] = 0;
  RECORD("folder %s\n", path);
}

void record_sync_of_everything(void) {
  if (record) RECORD("everything 0\n");
}

void record_rename(int from_folder, const char *from, int to_folder, const char *to) {
  if (!record) return;
  char whole_from[2 * PATH_MAX], whole_to[2 * PATH_MAX];
  whole_path(from_folder, from, whole_from);
  whole_path(to_folder, to, whole_to);
  RECORD("rename %s\n%s\n", whole_from, whole_to);
}

void record_link(int folder, const char *path) {
  if (!record) return;
  struct stat status;
  char whole[2 * PATH_MAX];
  if (fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) != 0) abort();
  whole_path(folder, path, whole);
  RECORD("link %lu %s\n", status.st_ino, whole);
}

void record_unlink(int folder, const char *path) {
  if (!record) return;
  char whole[2 * PATH_MAX];
  whole_path(folder, path, whole);
  RECORD("unlink %s\n", whole);
}

void record_folder(int folder, const char *path) {
  if (!record) return;
  char whole[2 * PATH_MAX];
  whole_path(folder, path, whole);
  RECORD("mkdir %s\n", whole);
}

void lk_faulty_calls_mark(long number) {
  if (record) RECORD("mark %ld\n", number);
}

int record_is_there(int folder, const char *path, int flags) {
  return record && (flags & O_TMPFILE) != O_TMPFILE && faccessat(folder, path, F_OK, 0) == 0;
}

void record_open(int file, int folder, const char *path, int flags, int was_there) {
  struct stat status;
  if (!is_on_disk(file, &status)) return;
  if (was_there) {
    if (flags & O_TRUNC) RECORD("size %lu 0\n", status.st_ino);
    return;
  }
  RECORD("make %lu\n", status.st_ino);
  if ((flags & O_TMPFILE) == O_TMPFILE) return;
  char whole[2 * PATH_MAX];
  whole_path(folder, path, whole);
  RECORD("link %lu %s\n", status.st_ino, whole);
}
