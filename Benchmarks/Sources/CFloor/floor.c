#include "CFloor.h"

#include <openssl/rand.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "seal.h"

#define GROUP "benchmark-group-----"
#define ONE " FROM item WHERE service = ?1 AND account = ?2 AND grp = '" GROUP "'"

struct floor_store {
  sqlite3 *database;
  sqlite3_stmt *begin, *commit, *add, *update, *remove;
  sqlite3_stmt *find, *read, *exists, *service, *first;
  floor_cipher cipher;
};

static const char tables[] =
    "CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, ref BLOB NOT NULL,"
    " grp TEXT NOT NULL, service TEXT NOT NULL, account TEXT NOT NULL, label TEXT,"
    " created REAL NOT NULL, modified REAL NOT NULL, secret BLOB);"
    "CREATE UNIQUE INDEX IF NOT EXISTS item_key ON item (service, account, grp);";

static const char further_indices[] =
    "CREATE UNIQUE INDEX IF NOT EXISTS item_ref ON item (ref);"
    "CREATE INDEX IF NOT EXISTS item_account ON item (account, grp);"
    "CREATE INDEX IF NOT EXISTS item_label ON item (label, grp);"
    "CREATE INDEX IF NOT EXISTS item_group ON item (grp);";

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = 0;
  sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0);
  return statement;
}

static void prepare_all(floor_store *store) {
  sqlite3 *database = store->database;
  store->begin = prepare(database, "BEGIN IMMEDIATE");
  store->commit = prepare(database, "COMMIT");
  store->add = prepare(
      database,
      "INSERT INTO item (service, account, grp, label, secret, ref, created, modified)"
      " VALUES (?1, ?2, '" GROUP "', ?3, ?4, ?5, ?6, ?6)");
  store->update = prepare(database,
                          "UPDATE item SET secret = ?4, modified = ?6"
                          " WHERE service = ?1 AND account = ?2 AND grp = '" GROUP "'");
  store->remove = prepare(database, "DELETE" ONE);
  store->find = prepare(database, "SELECT secret" ONE);
  store->read = prepare(
      database, "SELECT secret, ref, grp, service, account, label, created, modified" ONE);
  store->exists = prepare(database, "SELECT 1" ONE);
  store->service = prepare(
      database,
      // The plus sign prevents SQLite from using the index of the group. That index has the right order, but the query
      // would read all rows of the group.
      "SELECT secret FROM item WHERE service = ?1 AND +grp = '" GROUP "' ORDER BY id");
  store->first = prepare(database, "SELECT secret FROM item ORDER BY id LIMIT ?1");
}

floor_store *floor_open(const char *path, int is_lean) {
  floor_store *store = calloc(1, sizeof *store);
  if (!store) return 0;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &store->database, flags, 0) ||
      sqlite3_exec(store->database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", 0, 0, 0) ||
      sqlite3_exec(store->database, tables, 0, 0, 0) ||
      (!is_lean && sqlite3_exec(store->database, further_indices, 0, 0, 0)) ||
      floor_cipher_init(&store->cipher)) {
    sqlite3_close(store->database);
    free(store);
    return 0;
  }
  prepare_all(store);
  return store;
}

void floor_close(floor_store *store) {
  sqlite3_stmt *statement;
  while ((statement = sqlite3_next_stmt(store->database, 0))) sqlite3_finalize(statement);
  floor_cipher_free(&store->cipher);
  sqlite3_close(store->database);
  free(store);
}

static int run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code != SQLITE_DONE;
}

int floor_begin(floor_store *store) { return run(store->begin); }
int floor_commit(floor_store *store) { return run(store->commit); }

int floor_prepare_filling(floor_store *store) {
  return sqlite3_exec(store->database, "PRAGMA cache_size = -2000000", 0, 0, 0);
}

static void bind_key(sqlite3_stmt *statement, const floor_item *item) {
  sqlite3_bind_text(statement, 1, item->service, -1, SQLITE_STATIC);
  sqlite3_bind_text(statement, 2, item->account, -1, SQLITE_STATIC);
}

// Encrypts the secret of an item, and inserts or updates the row of the item.
static int write_item(floor_store *store, sqlite3_stmt *statement, const floor_item *item,
                      int is_new) {
  unsigned char sealed[4096 + FLOOR_OVERHEAD], reference[16];
  if (item->length > 4096 || floor_seal(&store->cipher, item->secret, item->length, sealed))
    return 1;
  bind_key(statement, item);
  sqlite3_bind_blob(statement, 4, sealed, item->length + FLOOR_OVERHEAD, SQLITE_STATIC);
  sqlite3_bind_double(statement, 6, (double)time(0));
  if (is_new) {
    if (RAND_bytes(reference, sizeof reference) != 1) return 1;
    sqlite3_bind_text(statement, 3, item->label, -1, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 5, reference, sizeof reference, SQLITE_STATIC);
  }
  return run(statement) || sqlite3_changes(store->database) != 1;
}

int floor_add(floor_store *store, const floor_item *item) {
  return write_item(store, store->add, item, 1);
}

int floor_update(floor_store *store, const floor_item *item) {
  return write_item(store, store->update, item, 0);
}

int floor_delete(floor_store *store, const floor_item *item) {
  bind_key(store->remove, item);
  return run(store->remove) || sqlite3_changes(store->database) != 1;
}

static int unseal_row(floor_store *store, sqlite3_stmt *row, unsigned char *secret, int *length) {
  return floor_unseal(&store->cipher, sqlite3_column_blob(row, 0), sqlite3_column_bytes(row, 0),
                      secret, length);
}

int floor_find(floor_store *store, const floor_item *item, unsigned char *secret, int *length) {
  bind_key(store->find, item);
  int result = 1;
  if (sqlite3_step(store->find) == SQLITE_ROW)
    result = unseal_row(store, store->find, secret, length);
  sqlite3_reset(store->find);
  return result;
}

int floor_read(floor_store *store, const floor_item *item, unsigned char *secret, int *length) {
  bind_key(store->read, item);
  int result = 1;
  if (sqlite3_step(store->read) == SQLITE_ROW) {
    result = unseal_row(store, store->read, secret, length);
    for (int column = 1; column <= 5; column++)
      if (!sqlite3_column_blob(store->read, column)) result = 1;
    if (sqlite3_column_double(store->read, 6) <= 0) result = 1;
    if (sqlite3_column_double(store->read, 7) <= 0) result = 1;
  }
  sqlite3_reset(store->read);
  return result;
}

int floor_exists(floor_store *store, const floor_item *item) {
  bind_key(store->exists, item);
  int code = sqlite3_step(store->exists);
  sqlite3_reset(store->exists);
  return code != SQLITE_ROW;
}

static long unseal_all(floor_store *store, sqlite3_stmt *rows) {
  unsigned char secret[4096];
  int length = 0;
  long count = 0;
  while (sqlite3_step(rows) == SQLITE_ROW) {
    if (unseal_row(store, rows, secret, &length)) {
      count = -1;
      break;
    }
    count++;
  }
  sqlite3_reset(rows);
  return count;
}

long floor_find_service(floor_store *store, const char *service) {
  sqlite3_bind_text(store->service, 1, service, -1, SQLITE_STATIC);
  return unseal_all(store, store->service);
}

long floor_find_first(floor_store *store, long limit) {
  sqlite3_bind_int64(store->first, 1, limit);
  return unseal_all(store, store->first);
}

static long long pragma(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = prepare(database, sql);
  long long number = -1;
  if (sqlite3_step(statement) == SQLITE_ROW) number = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return number;
}

long long floor_byte_count(const char *path) {
  sqlite3 *database = 0;
  long long count = -1;
  if (!sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, 0))
    count = pragma(database, "PRAGMA page_count") * pragma(database, "PRAGMA page_size");
  sqlite3_close(database);
  return count;
}
