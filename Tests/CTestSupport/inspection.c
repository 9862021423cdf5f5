#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// Returns 1 if the file `name` of a process in /proc can be opened. If `reads` is set, the file must also be readable.
static int opens(pid_t process, const char *name, int reads) {
  char path[64], byte;
  snprintf(path, sizeof path, "/proc/%d/%s", (int)process, name);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  int is_read = !reads || read(descriptor, &byte, 1) == 1;
  close(descriptor);
  return is_read;
}

static int inspect(pid_t process) {
  int found = 0;
  if (opens(process, "environ", 1)) found |= 1;
  // Opening /proc/PID/mem requires the same permission as tracing the process.
  if (opens(process, "mem", 0)) found |= 2;
  if (ptrace(PTRACE_SEIZE, process, 0, 0) == 0) found |= 4;
  return found;
}

// Starts the program, and inspects it from its parent process. Security modules such as Yama allow only the parent of a
// process to trace the process.
static int start_and_inspect(uint32_t user, char *const *words, char *const *environment, int input,
                             int output) {
  if (user != 0 && (setgroups(0, NULL) || setresgid(user, user, user) || setresuid(user, user, user)))
    return 128;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t process;
  if (posix_spawn(&process, words[0], &actions, NULL, words, environment)) return 128;
  struct stat status = {0};
  for (int turn = 0; turn < 6000 && status.st_size == 0; turn++) {
    usleep(10000);
    if (fstat(output, &status)) break;
  }
  int found = status.st_size == 0 ? 128 : inspect(process);
  kill(process, SIGKILL);
  waitpid(process, NULL, __WALL);
  return found;
}

int lk_test_inspect(uint32_t user, char *const *words, char *const *environment, int input,
                    int output) {
  int child = lk_test_fork(120);
  if (child == 0) _exit(start_and_inspect(user, words, environment, input, output));
  if (child < 0) return -1;
  int found = lk_test_wait(child);
  return found < 0 || found & 128 ? -1 : found;
}
