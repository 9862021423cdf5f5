#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// Selects a keychain folder that does not exist. A test that selects no other folder must not find the keychain of the
// user who runs the tests.
__attribute__((constructor)) static void hide_own_keychain(void) {
  setenv("LATCHKEY_HOME", "/nonexistent/latchkey", 1);
}

int lk_test_fork(unsigned seconds) {
  pid_t child = fork();
  if (child == 0) {
    // Unblocks SIGALRM. The threads of the test runner block signals, and a child inherits the blocked signals.
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarms, 0);
    alarm(seconds);
  }
  return child;
}

int lk_test_wait(int child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1000;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int lk_test_contains(const void *bytes, size_t count, const void *part, size_t part_count) {
  return memmem(bytes, count, part, part_count) != NULL;
}
