#define _GNU_SOURCE
#include "lk_streams.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

void lk_write_quietly(int descriptor, const void *bytes, size_t count) {
  int error = errno;
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigemptyset(&pending);
  sigpending(&pending);
  int was_pending = sigismember(&pending, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ssize_t written;
  do written = write(descriptor, bytes, count);
  while (written < 0 && errno == EINTR);
  if (written < 0 && errno == EPIPE && !was_pending) {
    struct timespec none = {0, 0};
    while (sigtimedwait(&pipe, 0, &none) < 0 && errno == EINTR) {}
  }
  pthread_sigmask(SIG_SETMASK, &before, 0);
  errno = error;
}
