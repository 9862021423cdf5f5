#ifndef LATCHKEY_TEST_SUPPORT_H
#define LATCHKEY_TEST_SUPPORT_H

#include <stddef.h>
#include <stdint.h>

#include "lk_test_faults.h"

// fork(2), which Swift declares unavailable. A child that hangs is killed by an alarm after
// `seconds`, so that a test fails instead of waiting for ever.
int lk_test_fork(unsigned seconds);

// Waits for a child: its exit status, or -signal when a signal killed it, or -1000 on failure.
int lk_test_wait(int child);

// Opens a new terminal (pts(4)) that controls no process. The descriptor of its far end, which types
// and sees what is shown, and in `near` the one for a process; -1 and errno on failure.
int lk_test_open_terminal(int *near);

// Whether some bytes stand among others: memmem(3). 1, or 0.
int lk_test_contains(const void *bytes, size_t count, const void *part, size_t part_count);

// The writing end of a pipe that nobody reads, or -1 and errno.
int lk_test_broken_pipe(void);

// Starts a program as a user (0: as who runs the test), waits until it has written something to the file
// `output`, and looks whether another process of the same user gets at it: 1 its environment can be
// read, 2 its memory, 4 it can be traced, or the sum. Then it is killed. -1 when that cannot be tried.
int lk_test_inspect(uint32_t user, char *const *words, char *const *environment, int input, int output);

#endif
