#define _GNU_SOURCE
#include "lk_fork.h"

#include <pthread.h>
#include <time.h>

// Writers first: a fork must not wait for ever behind calls that keep coming.
static pthread_rwlock_t gate = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void (*close_all)(void);
static int holds_gate;
static int unsafe_here;

static void prepare(void) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 10;
  holds_gate = pthread_rwlock_timedwrlock(&gate, &deadline) == 0;
  if (holds_gate) close_all();
}

static void parent(void) {
  if (holds_gate) pthread_rwlock_unlock(&gate);
}

static void child(void) {
  // Only this thread lives on, and in the child nobody else can be inside the gate.
  pthread_rwlock_t fresh = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
  gate = fresh;
  if (!holds_gate) unsafe_here = 1;
}

static void install(void) { pthread_atfork(prepare, parent, child); }

void lk_fork_install(void (*close_connections)(void)) {
  close_all = close_connections;
  pthread_once(&once, install);
}

void lk_fork_enter(void) { pthread_rwlock_rdlock(&gate); }
void lk_fork_leave(void) { pthread_rwlock_unlock(&gate); }
int lk_fork_was_unsafe(void) { return unsafe_here; }
