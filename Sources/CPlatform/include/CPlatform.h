#ifndef LATCHKEY_CPLATFORM_H
#define LATCHKEY_CPLATFORM_H

// What Linux offers and Swift's Glibc module does not: macros, variadic functions and GNU
// extensions, each behind one plain C function.

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

// The value of an environment variable, or NULL; NULL in a set-user-ID program (secure_getenv(3)).
const char *lk_secure_getenv(const char *name);

// Writes the home directory of the effective user's account into `buffer`. 0, or -1 without one.
int lk_home_directory(char *buffer, size_t size);

// Makes statements of a SQLite connection wait this long for other connections, in steps that
// begin at a tenth of a millisecond: SQLite's own handler begins at one and soon sleeps a hundred.
void lk_sqlite_wait_when_busy(struct sqlite3 *connection, int milliseconds);

// The same, until a moment (lk_monotonic_now) that all statements have in common.
void lk_sqlite_wait_until(struct sqlite3 *connection, int64_t monotonic_nanoseconds);

// Closing this connection will not checkpoint nor delete the log (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE).
void lk_sqlite_leave_files_alone(struct sqlite3 *connection, int leaves);

// The name of a SQLite file system that takes paths as they are (SQLite's own resolves symbolic links
// first), and that keeps a checksum at the end of each page of a database: a page that does not have the content that was
// written there is SQLITE_CORRUPT. NULL when SQLite lacks the file system of Unix.
const char *lk_sqlite_file_system(void);

// A checksum of 64 bits over whole words of eight bytes: it finds damage, and protects nothing. `count` is a multiple of 8.
uint64_t lk_checksum(const void *bytes, size_t count, uint64_t seed);

// Leaves room for the checksums in a database that is just being made. To be called before anything is written.
int lk_sqlite_reserve_checksums(struct sqlite3 *connection);

// Forbids what damages a database through SQL (SQLITE_DBCONFIG_DEFENSIVE) and double-quoted
// strings; sqlite3_db_config is variadic.
void lk_sqlite_harden(struct sqlite3 *connection);

#endif
