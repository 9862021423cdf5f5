#ifndef LATCHKEY_TIME_H
#define LATCHKEY_TIME_H

#include <semaphore.h>
#include <stdint.h>

// Returns the time of a monotonic clock, in nanoseconds: CLOCK_MONOTONIC.
int64_t lk_monotonic_now(void);

// Returns the time of the same clock at the last tick of the system, 1 to 10 ms ago: CLOCK_MONOTONIC_COARSE. It takes
// a tenth of the time.
int64_t lk_coarse_now(void);

// Returns the nanoseconds since the machine was started, including suspended time: CLOCK_BOOTTIME.
int64_t lk_boot_now(void);

// Waits for a semaphore until a time at most: sem_clockwait(3), repeated after signals. Returns 0, or -1 if the time
// is over.
int lk_semaphore_wait_until(sem_t *semaphore, int64_t monotonic_nanoseconds);

#endif
