#ifndef LATCHKEY_CPLATFORM_H
#define LATCHKEY_CPLATFORM_H

// C functions for features of Linux that Swift's Glibc module does not have: macros, variadic functions and GNU
// extensions.

#include <stddef.h>
#include <stdint.h>

#include "lk_failure.h"
#include "lk_files.h"
#include "lk_fork.h"
#include "lk_keyring.h"
#include "lk_log.h"
#include "lk_memory.h"
#include "lk_process.h"
#include "lk_signals.h"
#include "lk_streams.h"
#include "lk_time.h"

struct sqlite3;

// Returns the value of an environment variable, or NULL. Always returns NULL in a set-user-ID program
// (secure_getenv(3)).
const char *lk_secure_getenv(const char *name);

// Writes the home directory of the effective user into `buffer`. Returns 0, or -1 if there is none.
int lk_home_directory(char *buffer, size_t size);

// Sets how long statements of a SQLite connection wait for other connections. The wait is divided into steps, and the
// first step is a tenth of a millisecond. SQLite's own handler begins with one millisecond and soon sleeps for a
// hundred.
void lk_sqlite_wait_when_busy(struct sqlite3 *connection, int milliseconds);

// Sets the time (lk_monotonic_now) until which statements of a SQLite connection wait for other connections. It
// applies to all statements together.
void lk_sqlite_wait_until(struct sqlite3 *connection, int64_t monotonic_nanoseconds);

// Sets whether closing this connection leaves the log as it is: no checkpoint, and no deletion
// (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE).
void lk_sqlite_leave_files_alone(struct sqlite3 *connection, int leaves);

// Returns the name of a SQLite file system with two properties, or NULL if SQLite lacks its Unix file system. It uses
// paths unchanged, while SQLite's own file system resolves symbolic links first. It stores a checksum at the end of
// each database page, and reading a page with a wrong checksum fails with SQLITE_CORRUPT.
const char *lk_sqlite_file_system(void);

// Returns a 64-bit checksum of words of eight bytes. It detects damage, but not manipulation. `count` must be a
// multiple of 8.
uint64_t lk_checksum(const void *bytes, size_t count, uint64_t seed);

// Reserves space for the checksums in a new database. Call it before anything is written.
int lk_sqlite_reserve_checksums(struct sqlite3 *connection);

// Forbids SQL that can damage the database (SQLITE_DBCONFIG_DEFENSIVE), and double-quoted strings. It exists because
// sqlite3_db_config is variadic.
void lk_sqlite_harden(struct sqlite3 *connection);

#endif
