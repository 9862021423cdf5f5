#ifndef LATCHKEY_TEST_SUPPORT_H
#define LATCHKEY_TEST_SUPPORT_H

#include <stddef.h>
#include <stdint.h>

#include "lk_test_faults.h"

// Calls fork(2), which Swift declares unavailable. An alarm kills a child that hangs after
// `seconds`, so that a test fails instead of waiting forever.
int lk_test_fork(unsigned seconds);

// Waits for a child. Returns its exit status, -signal when a signal killed it, or -1000 on failure.
int lk_test_wait(int child);

// Opens a new terminal (pts(4)) that controls no process. Returns the descriptor of the master end,
// which can type and sees the output. Sets `near` to the descriptor for a process. Returns -1 and
// sets errno on failure.
int lk_test_open_terminal(int *near);

// Whether some bytes contain others: memmem(3). Returns 1 or 0.
int lk_test_contains(const void *bytes, size_t count, const void *part, size_t part_count);

// The writing end of a pipe without a reader, or -1 and errno.
int lk_test_broken_pipe(void);

// Starts a program as a user (0: the user of the test) and waits until it has written to the file
// `output`. Then checks whether another process of the same user can access it. Returns the sum of 1 if
// its environment can be read, 2 if its memory can be read, and 4 if it can be traced. Then kills the
// program. Returns -1 when the check is not possible.
int lk_test_inspect(uint32_t user, char *const *words, char *const *environment, int input, int output);

#endif
