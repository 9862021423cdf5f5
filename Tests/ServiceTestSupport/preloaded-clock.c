// A library that gives a process the time in a file of eight bytes, whose path is in the environment variable CLOCK_FILE.
// The other clocks of the machine stay.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The nanoseconds since 1970.
static _Atomic(int64_t) *now;

__attribute__((constructor)) static void map_file(void) {
  const char *path = getenv("CLOCK_FILE");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *content = mmap(NULL, sizeof *now, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (content != MAP_FAILED) now = content;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_REALTIME || !now) return (int)syscall(SYS_clock_gettime, clock, time);
  int64_t nanoseconds = *now;
  time->tv_sec = nanoseconds / 1000000000;
  time->tv_nsec = nanoseconds % 1000000000;
  return 0;
}
