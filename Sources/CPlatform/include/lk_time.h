#ifndef LATCHKEY_TIME_H
#define LATCHKEY_TIME_H

#include <semaphore.h>
#include <stdint.h>

// Nanoseconds of the clock that nobody sets: CLOCK_MONOTONIC.
int64_t lk_monotonic_now(void);

// Waits for a semaphore until that time at most: sem_clockwait(3), repeated after signals. 0, or -1
// when the time came first.
int lk_semaphore_wait_until(sem_t *semaphore, int64_t monotonic_nanoseconds);

#endif
