#ifndef LATCHKEY_FAILURE_H
#define LATCHKEY_FAILURE_H

#include <stddef.h>
#include <stdint.h>

// The last failure of the calling thread. It is kept in memory of the thread itself: nothing is
// allocated, and nothing is left behind when the thread ends or the library is unloaded.

// How many bytes of a sentence are kept.
enum { LK_FAILURE_CAPACITY = 2000 };

// Keeps a failure. A longer sentence is cut where a character begins (UTF-8).
void lk_failure_set(int32_t status, int32_t cause, const char *reason, size_t length);

// Forgets it.
void lk_failure_clear(void);

// 1, and the failure; the sentence is the thread's, up to the next failure. 0 when there is none.
int lk_failure_get(int32_t *status, int32_t *cause, const char **reason, size_t *length);

#endif
