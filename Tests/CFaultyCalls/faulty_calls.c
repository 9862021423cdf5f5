#define _GNU_SOURCE
#include "lk_faulty_calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long count, faulty_number;
static atomic_int is_counting, fault_error, folder_error;

void lk_faulty_calls_begin(long number, int error) {
  count = 0;
  faulty_number = number;
  fault_error = error;
  folder_error = 0;
  is_counting = 1;
}

void lk_faulty_calls_refuse_folders(int error) {
  lk_faulty_calls_begin(0, 0);
  folder_error = error;
}

long lk_faulty_calls_end(void) {
  is_counting = 0;
  return count;
}

// Whether the call that is about to be made fails; then errno is set.
static int fails(void) {
  if (!is_counting || atomic_fetch_add(&count, 1) + 1 != faulty_number) return 0;
  if (!fault_error) kill(getpid(), SIGKILL);
  errno = fault_error;
  return 1;
}

// The same for what is done with an open file. Streams do not count.
static int fails_for(int descriptor) {
  if (!is_counting) return 0;
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)))
    return 0;
  return fails();
}

// The function of the C library behind one of these.
#define BEHIND(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WITH_DESCRIPTOR(type, name, parameters, arguments) \
  type name parameters { return fails_for(file) ? -1 : BEHIND(name) arguments; }

#define WITH_NAME(name, parameters, arguments) \
  int name parameters { return fails() ? -1 : BEHIND(name) arguments; }

WITH_DESCRIPTOR(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size))
WITH_DESCRIPTOR(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t offset),
                (file, bytes, size, offset))
WITH_DESCRIPTOR(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t offset),
                (file, bytes, size, offset))
WITH_DESCRIPTOR(int, ftruncate, (int file, off_t size), (file, size))
WITH_DESCRIPTOR(int, ftruncate64, (int file, off64_t size), (file, size))
WITH_DESCRIPTOR(int, fdatasync, (int file), (file))
WITH_DESCRIPTOR(int, fchmod, (int file, mode_t mode), (file, mode))

int fsync(int file) {
  if (fails_for(file)) return -1;
  struct stat status;
  if (is_counting && folder_error && fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
    errno = folder_error;
    return -1;
  }
  return BEHIND(fsync)(file);
}

WITH_NAME(rename, (const char *from, const char *to), (from, to))
WITH_NAME(renameat, (int from_folder, const char *from, int to_folder, const char *to),
          (from_folder, from, to_folder, to))
WITH_NAME(renameat2,
          (int from_folder, const char *from, int to_folder, const char *to, unsigned flags),
          (from_folder, from, to_folder, to, flags))
WITH_NAME(link, (const char *from, const char *to), (from, to))
WITH_NAME(linkat, (int from_folder, const char *from, int to_folder, const char *to, int flags),
          (from_folder, from, to_folder, to, flags))
WITH_NAME(unlink, (const char *name), (name))
WITH_NAME(unlinkat, (int folder, const char *name, int flags), (folder, name, flags))

// What makes a file. The rest of the opening calls does not count.
static int makes(int flags) { return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE; }

#define WITH_FLAGS(name, parameters, arguments)        \
  int name parameters {                                \
    mode_t mode = 0;                                   \
    if (makes(flags)) {                                \
      va_list list;                                    \
      va_start(list, flags);                           \
      mode = va_arg(list, mode_t);                     \
      va_end(list);                                    \
      if (fails()) return -1;                          \
    }                                                  \
    return BEHIND(name) arguments;                     \
  }

WITH_FLAGS(open, (const char *name, int flags, ...), (name, flags, mode))
WITH_FLAGS(open64, (const char *name, int flags, ...), (name, flags, mode))
WITH_FLAGS(openat, (int folder, const char *name, int flags, ...), (folder, name, flags, mode))
WITH_FLAGS(openat64, (int folder, const char *name, int flags, ...), (folder, name, flags, mode))

// What keyrings are changed by (CPlatform/keyring.c).
long syscall(long number, ...) {
  long words[6];
  va_list list;
  va_start(list, number);
  for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
  va_end(list);
  if ((number == SYS_add_key || number == SYS_keyctl) && fails()) return -1;
  return BEHIND(syscall)(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
