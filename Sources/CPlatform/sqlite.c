#define _GNU_SOURCE
#include "CPlatform.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

static long milliseconds_now(void) { return (long)(lk_monotonic_now() / 1000000); }

// Sleeps for a time that grows with the number of earlier calls. Returns 0 without sleeping if the deadline has passed.
static int sleep_until(long deadline, int earlier_calls) {
  if (milliseconds_now() >= deadline) return 0;
  long microseconds = 100L << (earlier_calls < 6 ? earlier_calls : 6);
  if (microseconds > 5000) microseconds = 5000;
  // A random number of microseconds is added, so that processes do not wake up at the same time again.
  unsigned noise;
  sqlite3_randomness(sizeof noise, &noise);
  microseconds += (long)(noise % (unsigned)microseconds);
  struct timespec pause = {0, microseconds * 1000L};
  nanosleep(&pause, 0);
  return 1;
}

// SQLite calls this function when another connection holds a lock. `earlier_calls` is the number of earlier calls for
// the same lock. A thread-local deadline suffices: only one thread at a time uses a connection, and a thread waits for
// only one lock at a time.
static int wait_for_a_while(void *limit, int earlier_calls) {
  static _Thread_local long deadline;
  if (earlier_calls == 0) deadline = milliseconds_now() + (long)(intptr_t)limit;
  return sleep_until(deadline, earlier_calls);
}

static int wait_until(void *deadline, int earlier_calls) {
  return sleep_until((long)(intptr_t)deadline, earlier_calls);
}

void lk_sqlite_omit_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

void lk_sqlite_wait_when_busy(struct sqlite3 *connection, int milliseconds) {
  sqlite3_busy_handler(connection, wait_for_a_while, (void *)(intptr_t)milliseconds);
}

void lk_sqlite_wait_until(struct sqlite3 *connection, int64_t monotonic_nanoseconds) {
  sqlite3_busy_handler(connection, wait_until, (void *)(intptr_t)(monotonic_nanoseconds / 1000000));
}

static int is_past(void *deadline) { return lk_monotonic_now() > (int64_t)(intptr_t)deadline; }

void lk_sqlite_run_until(struct sqlite3 *connection, int64_t monotonic_nanoseconds) {
  if (monotonic_nanoseconds == INT64_MAX)
    sqlite3_progress_handler(connection, 0, 0, 0);
  else
    sqlite3_progress_handler(connection, 1000, is_past, (void *)(intptr_t)monotonic_nanoseconds);
}

static int take_path(sqlite3_vfs *system, const char *path, int size, char *result) {
  (void)system;
  size_t length = strlen(path) + 1;
  if (length > (size_t)size) return SQLITE_CANTOPEN;
  memcpy(result, path, length);
  return SQLITE_OK;
}

// A SQLite file system that checks pages.
//
// The last eight bytes of each database page contain a checksum of the page and of its page number. The file system
// computes the checksum when a page is written to the database file, and compares the checksum when the page is read
// from the database file. So a page that was overwritten with another page is detected as damage, even if SQLite finds
// no error in the structure of the page. A page whose checksum is all zeros is not checked, because SQLite without this
// file system can have written the page. In the write-ahead log and in memory, the last eight bytes of a page are
// zeros. SQLite's write-ahead log has its own checksums.

enum { page_size = 4096, checksum_size = 8, header_size = 100 };

struct checked_file {
  sqlite3_file base;
  // 1 if pages have room for a checksum, 0 if they have no room, -1 if the header has not been read yet.
  int is_checked;
  sqlite3_file *file;
};

static sqlite3_file *inner(sqlite3_file *file) { return ((struct checked_file *)file)->file; }

static int has_room(const unsigned char *header) {
  return memcmp(header, "SQLite format 3", 16) == 0 && header[16] == page_size >> 8 &&
         header[17] == 0 && header[20] == checksum_size;
}

static int is_checked(struct checked_file *file) {
  if (file->is_checked < 0) {
    unsigned char header[header_size];
    int code = file->file->pMethods->xRead(file->file, header, sizeof header, 0);
    if (code != SQLITE_OK) return 0;
    file->is_checked = has_room(header);
  }
  return file->is_checked;
}

// Computes four sums in parallel, and combines the sums. Each sum includes every fourth 64-bit word. The first sum also
// includes the words that remain at the end. Each step is reversible, so a single wrong word always changes the
// combined sum. A combined sum of 0 is replaced with 1.
uint64_t lk_checksum(const void *bytes, size_t count, uint64_t seed) {
  const uint64_t factor = 0x9E3779B97F4A7C15u;
  uint64_t lanes[4] = {seed, ~seed, seed + factor, ~seed ^ factor};
  size_t place = 0;
  for (; place + 8 * 4 <= count; place += 8 * 4) {
    for (int lane = 0; lane < 4; lane++) {
      uint64_t word;
      memcpy(&word, (const unsigned char *)bytes + place + 8 * lane, 8);
      word ^= lanes[lane];
      lanes[lane] = (word << 29 | word >> 35) * factor;
    }
  }
  for (; place + 8 <= count; place += 8) {
    uint64_t word;
    memcpy(&word, (const unsigned char *)bytes + place, 8);
    word ^= lanes[0];
    lanes[0] = (word << 29 | word >> 35) * factor;
  }
  uint64_t sum = 0;
  for (int lane = 0; lane < 4; lane++) {
    sum = (sum ^ lanes[lane]) * factor;
    sum ^= sum >> 32;
  }
  return sum ? sum : 1;
}

// Computes the checksum of a page. The checksum of the first page does not include the header of the database, because
// other programs change numbers in the header when they copy a database. The four bytes after the header are left out
// too, because lk_checksum requires a multiple of 8 bytes.
static uint64_t checksum(const unsigned char *page, sqlite3_int64 offset) {
  size_t begin = offset == 0 ? header_size + 4 : 0;
  uint64_t number = (uint64_t)(offset / page_size) + 1;
  return lk_checksum(page + begin, page_size - checksum_size - begin, number);
}

static int is_page(int count, sqlite3_int64 offset) {
  return count == page_size && offset % page_size == 0;
}

static int checked_read(sqlite3_file *opaque, void *buffer, int count, sqlite3_int64 offset) {
  struct checked_file *file = (struct checked_file *)opaque;
  int code = file->file->pMethods->xRead(file->file, buffer, count, offset);
  if (code != SQLITE_OK || !is_page(count, offset)) return code;
  if (offset == 0) file->is_checked = has_room(buffer);
  if (!is_checked(file)) return code;
  unsigned char *end = (unsigned char *)buffer + page_size - checksum_size;
  // Before SQLite opens the write-ahead log, SQLite can read the first page while another process writes this page.
  // So this function reads a page with a wrong checksum again.
  for (int attempt = 0; attempt < 4; attempt++) {
    uint64_t stored;
    memcpy(&stored, end, 8);
    if (stored == 0 || stored == checksum(buffer, offset)) {
      memset(end, 0, checksum_size);
      return code;
    }
    struct timespec pause = {0, 500000};
    nanosleep(&pause, 0);
    code = file->file->pMethods->xRead(file->file, buffer, count, offset);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_CORRUPT;
}

static int checked_write(
    sqlite3_file *opaque, const void *buffer, int count, sqlite3_int64 offset) {
  struct checked_file *file = (struct checked_file *)opaque;
  if (is_page(count, offset)) {
    if (offset == 0) file->is_checked = has_room(buffer);
    if (is_checked(file)) {
      unsigned char page[page_size];
      memcpy(page, buffer, page_size);
      uint64_t sum = checksum(page, offset);
      memcpy(page + page_size - checksum_size, &sum, 8);
      return file->file->pMethods->xWrite(file->file, page, count, offset);
    }
  }
  return file->file->pMethods->xWrite(file->file, buffer, count, offset);
}

static int checked_close(sqlite3_file *file) { return inner(file)->pMethods->xClose(inner(file)); }
static int checked_truncate(sqlite3_file *file, sqlite3_int64 size) {
  return inner(file)->pMethods->xTruncate(inner(file), size);
}
static int checked_sync(sqlite3_file *file, int flags) {
  return inner(file)->pMethods->xSync(inner(file), flags);
}
static int checked_size(sqlite3_file *file, sqlite3_int64 *size) {
  return inner(file)->pMethods->xFileSize(inner(file), size);
}
static int checked_lock(sqlite3_file *file, int level) {
  return inner(file)->pMethods->xLock(inner(file), level);
}
static int checked_unlock(sqlite3_file *file, int level) {
  return inner(file)->pMethods->xUnlock(inner(file), level);
}
static int checked_reserved_lock(sqlite3_file *file, int *is_held) {
  return inner(file)->pMethods->xCheckReservedLock(inner(file), is_held);
}
static int checked_control(sqlite3_file *file, int operation, void *argument) {
  return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}
static int checked_sector_size(sqlite3_file *file) {
  return inner(file)->pMethods->xSectorSize(inner(file));
}
static int checked_characteristics(sqlite3_file *file) {
  return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}
static int checked_map(
    sqlite3_file *file, int page, int size, int is_extending, void volatile **memory) {
  return inner(file)->pMethods->xShmMap(inner(file), page, size, is_extending, memory);
}
static int checked_map_lock(sqlite3_file *file, int offset, int count, int flags) {
  return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags);
}
static void checked_barrier(sqlite3_file *file) { inner(file)->pMethods->xShmBarrier(inner(file)); }
static int checked_unmap(sqlite3_file *file, int is_deleting) {
  return inner(file)->pMethods->xShmUnmap(inner(file), is_deleting);
}
// Returns no memory-mapped page, because the checksum of a mapped page would not be checked.
static int checked_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **memory) {
  (void)file, (void)offset, (void)count;
  *memory = 0;
  return SQLITE_OK;
}
static int checked_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *memory) {
  (void)file, (void)offset, (void)memory;
  return SQLITE_OK;
}

static const sqlite3_io_methods checked_methods = {
    3, checked_close, checked_read, checked_write, checked_truncate, checked_sync, checked_size,
    checked_lock, checked_unlock, checked_reserved_lock, checked_control, checked_sector_size,
    checked_characteristics, checked_map, checked_map_lock, checked_barrier, checked_unmap,
    checked_fetch, checked_unfetch,
};

static sqlite3_vfs *system_files;

static int open_checked(
    sqlite3_vfs *files, const char *name, sqlite3_file *opaque, int flags, int *opened) {
  (void)files;
  if (!(flags & SQLITE_OPEN_MAIN_DB)) {
    return system_files->xOpen(system_files, name, opaque, flags, opened);
  }
  struct checked_file *file = (struct checked_file *)opaque;
  file->file = (sqlite3_file *)(file + 1);
  file->is_checked = -1;
  int code = system_files->xOpen(system_files, name, file->file, flags, opened);
  // SQLite closes a file whose pMethods is not NULL, even if opening the file failed.
  file->base.pMethods = file->file->pMethods ? &checked_methods : 0;
  return code;
}

static sqlite3_vfs latchkey_files;
static const char *latchkey_files_name;

static void register_files(void) {
  system_files = sqlite3_vfs_find("unix");
  if (!system_files) return;
  latchkey_files = *system_files;
  latchkey_files.szOsFile += (int)sizeof(struct checked_file);
  latchkey_files.pNext = 0;
  latchkey_files.zName = "latchkey";
  latchkey_files.xOpen = open_checked;
  latchkey_files.xFullPathname = take_path;
  if (sqlite3_vfs_register(&latchkey_files, 0) == SQLITE_OK) latchkey_files_name = "latchkey";
}

const char *lk_sqlite_file_system(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_files);
  return latchkey_files_name;
}

int lk_sqlite_reserve_checksums(struct sqlite3 *connection) {
  int count = checksum_size;
  return sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
}

void lk_sqlite_leave_files_alone(struct sqlite3 *connection, int leaves) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leaves, (int *)0);
}

void lk_sqlite_harden(struct sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}
