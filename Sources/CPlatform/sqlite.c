#define _GNU_SOURCE
#include "CPlatform.h"

#include <sqlite3.h>
#include <stdint.h>
#include <time.h>

static long milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

// SQLite calls this with the number of earlier calls for the same lock. The deadline is kept per
// thread, because a connection is used by one thread at a time and waits for one lock at a time.
static int wait_a_little(void *limit, int earlier_calls) {
  static _Thread_local long deadline;
  long now = milliseconds_now();
  if (earlier_calls == 0) deadline = now + (long)(intptr_t)limit;
  if (now >= deadline) return 0;
  long microseconds = 100L << (earlier_calls < 6 ? earlier_calls : 6);
  if (microseconds > 5000) microseconds = 5000;
  // Waiters that sleep in step would keep colliding.
  unsigned noise;
  sqlite3_randomness(sizeof noise, &noise);
  microseconds += (long)(noise % (unsigned)microseconds);
  struct timespec pause = {0, microseconds * 1000L};
  nanosleep(&pause, 0);
  return 1;
}

void lk_sqlite_wait_when_busy(struct sqlite3 *connection, int milliseconds) {
  sqlite3_busy_handler(connection, wait_a_little, (void *)(intptr_t)milliseconds);
}

void lk_sqlite_harden(struct sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}
