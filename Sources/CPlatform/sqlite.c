#define _GNU_SOURCE
#include "CPlatform.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

static long milliseconds_now(void) { return (long)(lk_monotonic_now() / 1000000); }

// Sleeps, longer after more calls. False when the deadline has passed.
static int sleep_until(long deadline, int earlier_calls) {
  if (milliseconds_now() >= deadline) return 0;
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

// SQLite calls this with the number of earlier calls for the same lock. The deadline is kept per
// thread, because a connection is used by one thread at a time and waits for one lock at a time.
static int wait_for_a_while(void *limit, int earlier_calls) {
  static _Thread_local long deadline;
  if (earlier_calls == 0) deadline = milliseconds_now() + (long)(intptr_t)limit;
  return sleep_until(deadline, earlier_calls);
}

static int wait_until(void *deadline, int earlier_calls) {
  return sleep_until((long)(intptr_t)deadline, earlier_calls);
}

void lk_sqlite_wait_when_busy(struct sqlite3 *connection, int milliseconds) {
  sqlite3_busy_handler(connection, wait_for_a_while, (void *)(intptr_t)milliseconds);
}

void lk_sqlite_wait_until(struct sqlite3 *connection, int64_t monotonic_nanoseconds) {
  sqlite3_busy_handler(connection, wait_until, (void *)(intptr_t)(monotonic_nanoseconds / 1000000));
}

static int take_path(sqlite3_vfs *system, const char *path, int size, char *result) {
  (void)system;
  size_t length = strlen(path) + 1;
  if (length > (size_t)size) return SQLITE_CANTOPEN;
  memcpy(result, path, length);
  return SQLITE_OK;
}

static sqlite3_vfs literal_paths;
static const char *literal_paths_name;

static void register_literal_paths(void) {
  sqlite3_vfs *system = sqlite3_vfs_find("unix");
  if (!system) return;
  literal_paths = *system;
  literal_paths.pNext = 0;
  literal_paths.zName = "latchkey";
  literal_paths.xFullPathname = take_path;
  if (sqlite3_vfs_register(&literal_paths, 0) == SQLITE_OK) literal_paths_name = "latchkey";
}

const char *lk_sqlite_file_system(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_literal_paths);
  return literal_paths_name;
}

void lk_sqlite_leave_files_alone(struct sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

void lk_sqlite_harden(struct sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}
