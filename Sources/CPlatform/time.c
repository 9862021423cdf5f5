#define _GNU_SOURCE
#include "lk_time.h"

#include <errno.h>
#include <time.h>

int64_t lk_monotonic_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t lk_coarse_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t lk_boot_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int lk_semaphore_wait_until(sem_t *semaphore, int64_t monotonic_nanoseconds) {
  struct timespec deadline = {monotonic_nanoseconds / 1000000000,
                              monotonic_nanoseconds % 1000000000};
  while (sem_clockwait(semaphore, CLOCK_MONOTONIC, &deadline) != 0)
    if (errno != EINTR) return -1;
  return 0;
}
