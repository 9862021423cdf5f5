#define _GNU_SOURCE
#include "lk_faulty_calls.h"
#include "record.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long count, faulty_number;
static atomic_int is_counting, fault_error, folder_error;
// The device and the inode number of the folder whose fsync(2) fails. If the device is 0, the fsync(2) of every folder
// fails.
static dev_t folder_device;
static ino_t folder_number;

void lk_faulty_calls_begin(long number, int error) {
  count = 0;
  faulty_number = number;
  fault_error = error;
  folder_error = 0;
  is_counting = 1;
}

void lk_faulty_calls_refuse_folders(const char *path, int error) {
  struct stat status = {0};
  if (path && stat(path, &status) != 0) abort();
  folder_device = status.st_dev;
  folder_number = status.st_ino;
  folder_error = error;
}

long lk_faulty_calls_end(void) {
  is_counting = 0;
  record_end();
  return count;
}

// Increments the number of calls. Returns 1 and sets errno if the current call must fail. Kills the process if the
// current call must kill the process. Returns 0 in all other cases.
static int fails(void) {
  if (!is_counting || atomic_fetch_add(&count, 1) + 1 != faulty_number) return 0;
  if (!fault_error) kill(getpid(), SIGKILL);
  errno = fault_error;
  return 1;
}

// Like `fails`, for a call that has a descriptor. Increments the number of calls only if the descriptor is a file or a
// folder.
static int fails_for(int descriptor) {
  if (!is_counting) return 0;
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)))
    return 0;
  return fails();
}

// The function `name` of the C library. The functions in this file have the same names and replace the functions of the
// C library.
#define BEHIND(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WITH_DESCRIPTOR(type, name, parameters, arguments, note) \
  type name parameters {                                         \
    if (fails_for(file)) return -1;                              \
    type result = BEHIND(name) arguments;                        \
    if (result >= 0) note;                                       \
    return result;                                               \
  }

#define WITH_NAME(name, parameters, arguments, note) \
  int name parameters {                              \
    if (fails()) return -1;                          \
    int result = BEHIND(name) arguments;             \
    if (result == 0) note;                           \
    return result;                                   \
  }

WITH_DESCRIPTOR(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size),
                record_write(file, bytes, result, -1))
WITH_DESCRIPTOR(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t offset),
                (file, bytes, size, offset), record_write(file, bytes, result, offset))
WITH_DESCRIPTOR(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t offset),
                (file, bytes, size, offset), record_write(file, bytes, result, offset))
WITH_DESCRIPTOR(int, ftruncate, (int file, off_t size), (file, size), record_size(file, size))
WITH_DESCRIPTOR(int, ftruncate64, (int file, off64_t size), (file, size), record_size(file, size))
WITH_DESCRIPTOR(int, fdatasync, (int file), (file), record_sync(file))
WITH_DESCRIPTOR(int, syncfs, (int file), (file), record_sync_of_everything())
WITH_DESCRIPTOR(int, fchmod, (int file, mode_t mode), (file, mode), (void)0)

int fsync(int file) {
  if (fails_for(file)) return -1;
  struct stat status;
  if (is_counting && folder_error && fstat(file, &status) == 0 && S_ISDIR(status.st_mode) &&
      (!folder_device || (status.st_dev == folder_device && status.st_ino == folder_number))) {
    errno = folder_error;
    return -1;
  }
  int result = BEHIND(fsync)(file);
  if (result == 0) record_sync(file);
  return result;
}

WITH_NAME(rename, (const char *from, const char *to), (from, to),
          record_rename(AT_FDCWD, from, AT_FDCWD, to))
WITH_NAME(renameat, (int from_folder, const char *from, int to_folder, const char *to),
          (from_folder, from, to_folder, to), record_rename(from_folder, from, to_folder, to))
WITH_NAME(renameat2,
          (int from_folder, const char *from, int to_folder, const char *to, unsigned flags),
          (from_folder, from, to_folder, to, flags),
          record_rename(from_folder, from, to_folder, to))
WITH_NAME(link, (const char *from, const char *to), (from, to), record_link(AT_FDCWD, to))
WITH_NAME(linkat, (int from_folder, const char *from, int to_folder, const char *to, int flags),
          (from_folder, from, to_folder, to, flags), record_link(to_folder, to))
WITH_NAME(unlink, (const char *name), (name), record_unlink(AT_FDCWD, name))
WITH_NAME(unlinkat, (int folder, const char *name, int flags), (folder, name, flags),
          record_unlink(folder, name))
WITH_NAME(mkdir, (const char *name, mode_t mode), (name, mode), record_folder(AT_FDCWD, name))
WITH_NAME(mkdirat, (int folder, const char *name, mode_t mode), (folder, name, mode),
          record_folder(folder, name))

// Returns whether a call to open(2) with these flags can create a file. This library counts only such calls to open(2).
static int makes(int flags) { return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE; }

#define WITH_FLAGS(name, folder, parameters, arguments)             \
  int name parameters {                                             \
    if (!makes(flags)) return BEHIND(name) arguments(0);            \
    va_list list;                                                   \
    va_start(list, flags);                                          \
    mode_t mode = va_arg(list, mode_t);                             \
    va_end(list);                                                   \
    if (fails()) return -1;                                         \
    int was_there = record_is_there(folder, path, flags);           \
    int file = BEHIND(name) arguments(mode);                        \
    if (file >= 0) record_open(file, folder, path, flags, was_there); \
    return file;                                                    \
  }

#define BY_PATH(mode) (path, flags, mode)
#define BY_FOLDER(mode) (folder, path, flags, mode)
WITH_FLAGS(open, AT_FDCWD, (const char *path, int flags, ...), BY_PATH)
WITH_FLAGS(open64, AT_FDCWD, (const char *path, int flags, ...), BY_PATH)
WITH_FLAGS(openat, folder, (int folder, const char *path, int flags, ...), BY_FOLDER)
WITH_FLAGS(openat64, folder, (int folder, const char *path, int flags, ...), BY_FOLDER)

// Replaces syscall(2), through which CPlatform/keyring.c changes keyrings.
long syscall(long number, ...) {
  long words[6];
  va_list list;
  va_start(list, number);
  for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
  va_end(list);
  if ((number == SYS_add_key || number == SYS_keyctl) && fails()) return -1;
  return BEHIND(syscall)(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
