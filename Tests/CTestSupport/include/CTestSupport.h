#ifndef LATCHKEY_TEST_SUPPORT_H
#define LATCHKEY_TEST_SUPPORT_H

#include <stddef.h>
#include <stdint.h>

#include "lk_test_faults.h"

// Calls fork(2), which Swift declares unavailable. After `seconds`, SIGALRM kills the child, so that a child that hangs
// does not block the test forever.
int lk_test_fork(unsigned seconds);

// Waits for the end of a child. Returns the exit status of the child, the negative number of the signal that killed the
// child, or -1000 if waitpid(2) fails.
int lk_test_wait(int child);

// Opens a new pseudoterminal (pts(4)) and does not make it the controlling terminal of a process. Returns the
// descriptor of the master end, which writes the input and reads the output of the terminal. Sets `*near` to the
// descriptor of the slave end, which a program uses as its terminal. Returns -1 and sets errno on failure.
int lk_test_open_terminal(int *near);

// Returns 1 if the bytes at `bytes` contain the bytes at `part`, and otherwise 0: memmem(3).
int lk_test_contains(const void *bytes, size_t count, const void *part, size_t part_count);

// Returns the writing end of a pipe whose reading end is closed. Returns -1 and sets errno on failure.
int lk_test_broken_pipe(void);

// Starts a program as a user (0: the user of the test), with `input` and `output` as its standard input and
// output. Waits until the program has written to the file `output`. Then checks whether another process of the
// same user can access the program, and kills the program.
//
// Returns the sum of 1 if the environment of the program can be read, 2 if its memory can be read, and 4 if it
// can be traced. Returns -1 when the check is not possible.
int lk_test_inspect(uint32_t user, char *const *words, char *const *environment, int input, int output);

#endif
