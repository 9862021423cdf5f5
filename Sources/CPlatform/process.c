#define _GNU_SOURCE
#include "lk_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

char *const *lk_environment(void) { return environ; }

int lk_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int lk_spawn_closes_from(posix_spawn_file_actions_t *actions, int descriptor) {
  return posix_spawn_file_actions_addclosefrom_np(actions, descriptor);
}

int lk_forbid_inspection(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
