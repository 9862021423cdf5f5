#define _GNU_SOURCE
#include "lk_process.h"

#include <fcntl.h>
#include <unistd.h>

char *const *lk_environment(void) { return environ; }

int lk_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
