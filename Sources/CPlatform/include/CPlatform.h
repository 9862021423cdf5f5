#ifndef LATCHKEY_CPLATFORM_H
#define LATCHKEY_CPLATFORM_H

// C functions for features of Linux that Swift's Glibc module does not offer: macros, variadic functions and GNU
// extensions.

#include <stddef.h>
#include <stdint.h>

#include "lk_accounts.h"
#include "lk_failure.h"
#include "lk_files.h"
#include "lk_fork.h"
#include "lk_keyring.h"
#include "lk_log.h"
#include "lk_memory.h"
#include "lk_process.h"
#include "lk_signals.h"
#include "lk_sockets.h"
#include "lk_streams.h"
#include "lk_time.h"

struct sqlite3;

// Returns the value of an environment variable, or NULL. Always returns NULL in a set-user-ID program
// (secure_getenv(3)).
const char *lk_secure_getenv(const char *name);

// Writes the home directory of the effective user into `buffer`. Returns 0. Returns -1 if the user has no home
// directory, or if its path does not fit into the buffer.
int lk_home_directory(char *buffer, size_t size);

// Stops SQLite from counting its memory. The counting takes a lock of the whole process for each piece of memory. The
// call affects the whole process, so only programs of Latchkey may make it, before any other use of SQLite.
void lk_sqlite_omit_memory_statistics(void);

// Sets how long statements of a SQLite connection wait for the locks of other connections. The wait consists of many
// short sleeps. The first sleep takes about a tenth of a millisecond, and later sleeps take at most ten milliseconds.
// The sleeps of SQLite's own handler take one to a hundred milliseconds.
void lk_sqlite_wait_when_busy(struct sqlite3 *connection, int milliseconds);

// Sets the time until which statements of a SQLite connection wait for the locks of other connections. The time is a
// value of lk_monotonic_now. All later statements of the connection have this same deadline.
void lk_sqlite_wait_until(struct sqlite3 *connection, int64_t monotonic_nanoseconds);

// Sets the time at which statements of a SQLite connection end with SQLITE_INTERRUPT, even if they wait for nobody. The
// time is a value of lk_monotonic_now; INT64_MAX means no end.
void lk_sqlite_run_until(struct sqlite3 *connection, int64_t monotonic_nanoseconds);

// Sets whether closing this connection leaves the log unchanged. If `leaves` is not 0, closing the connection makes no
// checkpoint and does not delete the log (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE).
void lk_sqlite_leave_files_alone(struct sqlite3 *connection, int leaves);

// Returns the name of Latchkey's SQLite file system, or NULL if SQLite lacks its Unix file system. Latchkey's file
// system uses paths unchanged, while SQLite's own file system first resolves symbolic links. Latchkey's file system
// stores a checksum at the end of each database page. Reading a page with a wrong checksum fails with SQLITE_CORRUPT.
const char *lk_sqlite_file_system(void);

// Returns a 64-bit checksum of `count` bytes. `count` must be a multiple of 8. The checksum detects damage, but not
// deliberate changes.
uint64_t lk_checksum(const void *bytes, size_t count, uint64_t seed);

// Reserves space for the checksums in a new database. The caller must call this function before the first write to the
// database.
int lk_sqlite_reserve_checksums(struct sqlite3 *connection);

// Forbids triggers, views, double-quoted strings, and SQL that can damage the database (SQLITE_DBCONFIG_DEFENSIVE).
// Swift cannot call sqlite3_db_config, because sqlite3_db_config is variadic.
void lk_sqlite_harden(struct sqlite3 *connection);

#endif
