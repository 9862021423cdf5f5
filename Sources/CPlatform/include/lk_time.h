#ifndef LATCHKEY_TIME_H
#define LATCHKEY_TIME_H

#include <semaphore.h>
#include <stdint.h>

// Returns the time of a monotonic clock, in nanoseconds: CLOCK_MONOTONIC.
int64_t lk_monotonic_now(void);

// Returns the time of the monotonic clock at the last tick of the system, in nanoseconds: CLOCK_MONOTONIC_COARSE. The
// interval between ticks is 1 to 10 ms. The call takes a tenth of the time of lk_monotonic_now.
int64_t lk_coarse_now(void);

// Returns the number of nanoseconds since the machine was started, including suspended time: CLOCK_BOOTTIME.
int64_t lk_boot_now(void);

// Waits for a semaphore until the time `monotonic_nanoseconds`, a value of lk_monotonic_now: sem_clockwait(3), repeated
// after signals. Returns 0, or -1 if the time has passed.
int lk_semaphore_wait_until(sem_t *semaphore, int64_t monotonic_nanoseconds);

#endif
