#define _GNU_SOURCE
#include "lk_fork.h"

#include <pthread.h>
#include <time.h>

// A gate is a read-write lock. A call takes the lock for reading, and a fork takes the lock for writing. Writers have
// priority, because a steady stream of readers could otherwise delay a fork forever.
#define FRESH_GATE PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP

static pthread_rwlock_t calls = FRESH_GATE;
static pthread_rwlock_t telling = FRESH_GATE;
// The number of times that this thread has entered each gate. A thread that is inside a gate may enter the gate again:
// a notified closure can make calls, and these calls can notify closures.
static _Thread_local int calls_depth, telling_depth;
static void (*close_all)(void);
// Whether this thread has closed the gate `calls`, and whether this thread has closed the gate `telling`. Several
// threads may fork at once, and each thread must open only the gates that it closed.
static _Thread_local int holds_calls, holds_telling;
static int unsafe_to_call, unsafe_to_tell;

static int close_gate(pthread_rwlock_t *gate, int seconds) {
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += seconds;
  return pthread_rwlock_clockwrlock(gate, CLOCK_MONOTONIC, &deadline) == 0;
}

// Closes both gates before a fork. The gate `telling` is closed first: a closure that runs inside this gate can make
// calls, and these calls need the gate `calls`.
static void prepare(void) {
  holds_telling = telling_depth == 0 && close_gate(&telling, 2);
  holds_calls = calls_depth == 0 && close_gate(&calls, 10);
  if (holds_calls && close_all) close_all();
}

static void parent(void) {
  if (holds_calls) pthread_rwlock_unlock(&calls);
  if (holds_telling) pthread_rwlock_unlock(&telling);
}

static void child(void) {
  // The child has only this thread, so no other thread is inside a gate.
  pthread_rwlock_t fresh = FRESH_GATE;
  calls = fresh;
  telling = fresh;
  if (!holds_calls) unsafe_to_call = 1;
  if (!holds_telling) unsafe_to_tell = 1;
  // A thread that forked inside a gate also leaves the gate in the child. So this function enters the new gate for the
  // thread.
  if (telling_depth > 0) pthread_rwlock_rdlock(&telling);
  if (calls_depth > 0) pthread_rwlock_rdlock(&calls);
}

// A constructor installs the fork handlers, so that the handlers exist before the first call.
__attribute__((constructor)) static void install(void) { pthread_atfork(prepare, parent, child); }

void lk_fork_close_with(void (*close_connections)(void)) { close_all = close_connections; }

void lk_fork_enter(void) {
  if (calls_depth++ == 0) pthread_rwlock_rdlock(&calls);
}

void lk_fork_leave(void) {
  if (--calls_depth == 0) pthread_rwlock_unlock(&calls);
}

int lk_fork_step_out(void) {
  int depth = calls_depth;
  if (depth > 0) pthread_rwlock_unlock(&calls);
  calls_depth = 0;
  return depth;
}

void lk_fork_step_in(int depth) {
  if (depth > 0) pthread_rwlock_rdlock(&calls);
  calls_depth = depth;
}

int lk_fork_was_unsafe(void) { return unsafe_to_call; }

int lk_fork_begin_telling(void) {
  if (unsafe_to_tell) return 0;
  if (telling_depth++ == 0) pthread_rwlock_rdlock(&telling);
  return 1;
}

void lk_fork_end_telling(void) {
  if (--telling_depth == 0) pthread_rwlock_unlock(&telling);
}
