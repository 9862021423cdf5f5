#ifndef LATCHKEY_FAILURE_H
#define LATCHKEY_FAILURE_H

#include <stddef.h>
#include <stdint.h>

// The last failure of the calling thread. It is stored in thread-local memory: nothing is allocated, and nothing
// remains when the thread ends or the library is unloaded.

// The maximum number of bytes of a sentence.
enum { LK_FAILURE_CAPACITY = 2000 };

// Stores a failure. A longer sentence is truncated at the start of a character (UTF-8).
void lk_failure_set(int32_t status, int32_t cause, const char *reason, size_t length);

// Removes the failure.
void lk_failure_clear(void);

// Returns 1 and the failure, or 0 if there is none. The thread owns the sentence; it is valid until the next failure.
int lk_failure_get(int32_t *status, int32_t *cause, const char **reason, size_t *length);

#endif
