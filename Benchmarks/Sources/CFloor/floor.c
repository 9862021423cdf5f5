#include "CFloor.h"

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct floor_store {
  sqlite3 *database;
  sqlite3_stmt *begin, *commit, *add, *find, *update, *remove, *scan;
  EVP_CIPHER_CTX *seal, *open;
  unsigned char key[32];
};

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = 0;
  sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0);
  return statement;
}

floor_store *floor_open(const char *path) {
  floor_store *store = calloc(1, sizeof *store);
  if (sqlite3_open_v2(path, &store->database,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, 0)) {
    free(store);
    return 0;
  }
  sqlite3_exec(store->database,
               "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
               "CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, service TEXT NOT NULL,"
               " account TEXT NOT NULL, label TEXT, secret BLOB, UNIQUE (service, account));",
               0, 0, 0);
  store->begin = prepare(store->database, "BEGIN IMMEDIATE");
  store->commit = prepare(store->database, "COMMIT");
  store->add = prepare(store->database,
                       "INSERT INTO item (service, account, label, secret) VALUES (?1,?2,?3,?4)");
  store->find = prepare(store->database,
                        "SELECT secret FROM item WHERE service = ?1 AND account = ?2");
  store->update = prepare(store->database,
                          "UPDATE item SET secret = ?3 WHERE service = ?1 AND account = ?2");
  store->remove = prepare(store->database,
                          "DELETE FROM item WHERE service = ?1 AND account = ?2");
  store->scan = prepare(store->database, "SELECT secret FROM item WHERE service = ?1");
  store->seal = EVP_CIPHER_CTX_new();
  store->open = EVP_CIPHER_CTX_new();
  memset(store->key, 7, sizeof store->key);
  EVP_EncryptInit_ex(store->seal, EVP_aes_256_gcm(), 0, store->key, 0);
  EVP_DecryptInit_ex(store->open, EVP_aes_256_gcm(), 0, store->key, 0);
  return store;
}

void floor_close(floor_store *store) {
  sqlite3_stmt *statements[] = {store->begin,  store->commit, store->add, store->find,
                                store->update, store->remove, store->scan};
  for (unsigned i = 0; i < sizeof statements / sizeof *statements; i++)
    sqlite3_finalize(statements[i]);
  EVP_CIPHER_CTX_free(store->seal);
  EVP_CIPHER_CTX_free(store->open);
  sqlite3_close(store->database);
  free(store);
}

static int run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? 0 : 1;
}

int floor_begin(floor_store *store) { return run(store->begin); }
int floor_commit(floor_store *store) { return run(store->commit); }

static int seal(floor_store *store, const unsigned char *secret, int length, unsigned char *out) {
  int count = 0, last = 0;
  RAND_bytes(out, 12);
  EVP_EncryptInit_ex(store->seal, 0, 0, 0, out);
  EVP_EncryptUpdate(store->seal, out + 12, &count, secret, length);
  EVP_EncryptFinal_ex(store->seal, out + 12 + count, &last);
  EVP_CIPHER_CTX_ctrl(store->seal, EVP_CTRL_GCM_GET_TAG, 16, out + 12 + length);
  return 12 + length + 16;
}

static int unseal(floor_store *store, const unsigned char *in, int length, unsigned char *out,
                  int *out_length) {
  int count = 0, last = 0;
  EVP_DecryptInit_ex(store->open, 0, 0, 0, in);
  EVP_DecryptUpdate(store->open, out, &count, in + 12, length - 28);
  EVP_CIPHER_CTX_ctrl(store->open, EVP_CTRL_GCM_SET_TAG, 16, (void *)(in + length - 16));
  if (EVP_DecryptFinal_ex(store->open, out + count, &last) != 1) return 1;
  *out_length = count;
  return 0;
}

int floor_add(floor_store *store, const char *service, const char *account, const char *label,
              const unsigned char *secret, int length) {
  unsigned char sealed[4096];
  int sealed_length = seal(store, secret, length, sealed);
  sqlite3_bind_text(store->add, 1, service, -1, SQLITE_STATIC);
  sqlite3_bind_text(store->add, 2, account, -1, SQLITE_STATIC);
  sqlite3_bind_text(store->add, 3, label, -1, SQLITE_STATIC);
  sqlite3_bind_blob(store->add, 4, sealed, sealed_length, SQLITE_STATIC);
  return run(store->add);
}

int floor_find(floor_store *store, const char *service, const char *account,
               unsigned char *secret, int *length) {
  sqlite3_bind_text(store->find, 1, service, -1, SQLITE_STATIC);
  sqlite3_bind_text(store->find, 2, account, -1, SQLITE_STATIC);
  int result = 1;
  if (sqlite3_step(store->find) == SQLITE_ROW)
    result = unseal(store, sqlite3_column_blob(store->find, 0),
                    sqlite3_column_bytes(store->find, 0), secret, length);
  sqlite3_reset(store->find);
  return result;
}

int floor_update(floor_store *store, const char *service, const char *account,
                 const unsigned char *secret, int length) {
  unsigned char sealed[4096];
  int sealed_length = seal(store, secret, length, sealed);
  sqlite3_bind_text(store->update, 1, service, -1, SQLITE_STATIC);
  sqlite3_bind_text(store->update, 2, account, -1, SQLITE_STATIC);
  sqlite3_bind_blob(store->update, 3, sealed, sealed_length, SQLITE_STATIC);
  return run(store->update);
}

int floor_delete(floor_store *store, const char *service, const char *account) {
  sqlite3_bind_text(store->remove, 1, service, -1, SQLITE_STATIC);
  sqlite3_bind_text(store->remove, 2, account, -1, SQLITE_STATIC);
  return run(store->remove);
}

long floor_scan(floor_store *store, const char *service) {
  unsigned char secret[4096];
  int length = 0;
  long total = 0;
  sqlite3_bind_text(store->scan, 1, service, -1, SQLITE_STATIC);
  while (sqlite3_step(store->scan) == SQLITE_ROW) {
    if (unseal(store, sqlite3_column_blob(store->scan, 0),
               sqlite3_column_bytes(store->scan, 0), secret, &length))
      return -1;
    total += length;
  }
  sqlite3_reset(store->scan);
  return total;
}
