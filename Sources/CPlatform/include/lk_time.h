#ifndef LATCHKEY_TIME_H
#define LATCHKEY_TIME_H

#include <semaphore.h>
#include <stdint.h>

// Nanoseconds of the clock that nobody sets: CLOCK_MONOTONIC.
int64_t lk_monotonic_now(void);

// The same clock as it was at the system's last tick, 1 to 10 ms ago: CLOCK_MONOTONIC_COARSE. A
// tenth of the cost.
int64_t lk_coarse_now(void);

// Nanoseconds since the machine was started, those included during which it was suspended:
// CLOCK_BOOTTIME.
int64_t lk_boot_now(void);

// Waits for a semaphore until that time at most: sem_clockwait(3), repeated after signals. 0, or -1
// when the time came first.
int lk_semaphore_wait_until(sem_t *semaphore, int64_t monotonic_nanoseconds);

#endif
