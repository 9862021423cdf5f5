#define _GNU_SOURCE
#include "CTestSupport.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int lk_test_open_terminal(int *near) {
  int far = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (far < 0) return -1;
  char name[128];
  if (grantpt(far) == 0 && unlockpt(far) == 0 && ptsname_r(far, name, sizeof name) == 0) {
    *near = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*near >= 0) return far;
  }
  close(far);
  return -1;
}

int lk_test_broken_pipe(void) {
  int ends[2];
  // O_CLOEXEC: Another thread may start a program before this thread closes the reading end. That program must not
  // inherit the reading end.
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  close(ends[0]);
  return ends[1];
}
