#ifndef LATCHKEY_FAILURE_H
#define LATCHKEY_FAILURE_H

#include <stddef.h>
#include <stdint.h>

// The functions in this header store and return the last failure of the calling thread. The failure is in thread-local
// memory. So the functions allocate nothing, and nothing remains when the thread ends or the library is unloaded.

// The maximum number of bytes of the sentence that describes a failure.
enum { LK_FAILURE_CAPACITY = 2000 };

// Stores a failure. If `length` exceeds LK_FAILURE_CAPACITY, the sentence is truncated at the start of a UTF-8
// character.
void lk_failure_set(int32_t status, int32_t cause, const char *reason, size_t length);

// Removes the failure of the calling thread.
void lk_failure_clear(void);

// Returns 1 and the failure, or 0 if there is no failure. The thread owns the sentence. The sentence is valid until the
// next failure.
int lk_failure_get(int32_t *status, int32_t *cause, const char **reason, size_t *length);

#endif
