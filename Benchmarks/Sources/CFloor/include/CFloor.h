#ifndef LATCHKEY_CFLOOR_H
#define LATCHKEY_CFLOOR_H

#include "keys.h"

// The floor is the comparison for the keychain: the minimum that a program with only SQLite and OpenSSL needs. It
// stores the same items, supports the same searches, and has the same safety against power loss. It checks no
// caller, reads no dictionary, hides no attribute and detects no exchanged row. Only the secret is encrypted.
//
// A row contains a random reference of 16 bytes, the group, service, account and label as text, two dates, and the
// encrypted secret. The secret is encrypted with AES-256-GCM, and is stored as a random 96-bit nonce, the ciphertext
// and the tag. Five indices support the searches that the keychain supports with an index. The indices (reference)
// and (service, account, group) are unique. The others are (account, group), (label, group) and (group). A lean
// floor has only the unique index (service, account, group).
//
// The database uses a write-ahead log, synchronous=FULL, and SQLite's defaults for all other settings. Statements
// are prepared once, and cipher contexts keep their key. A find is one SELECT outside of a transaction, so each find
// acquires and releases a read lock, as in the keychain. A write is one transaction.
//
// The floor uses one connection and one thread. Every function returns 0 on success unless its comment says
// otherwise.

typedef struct floor_store floor_store;

typedef struct floor_item {
  const char *service, *account, *label;
  const unsigned char *secret;
  int length;
} floor_item;

floor_store *floor_open(const char *path, int is_lean);
void floor_close(floor_store *store);

int floor_begin(floor_store *store);
int floor_commit(floor_store *store);

// Enlarges the page cache of this connection, so that it can contain a whole store. Otherwise, filling a store in one
// transaction would write the same pages to the log repeatedly.
int floor_prepare_filling(floor_store *store);

// These functions do not begin a transaction, so that a store can be filled in one transaction.
int floor_add(floor_store *store, const floor_item *item);
int floor_update(floor_store *store, const floor_item *item);
int floor_delete(floor_store *store, const floor_item *item);

// Finds an item and decrypts its secret. Returns 1 if the item does not exist.
int floor_find(floor_store *store, const floor_item *item, unsigned char *secret, int *length);
// Finds an item, decrypts its secret, and reads every other column.
int floor_read(floor_store *store, const floor_item *item, unsigned char *secret, int *length);
// Returns 0 if the item exists. Does not decrypt its secret.
int floor_exists(floor_store *store, const floor_item *item);

// These functions decrypt the secrets of a service, or of the first `limit` items. They return the number of items, or
// -1 after an error.
long floor_find_service(floor_store *store, const char *service);
long floor_find_first(floor_store *store, long limit);

// Returns the number of pages in a database multiplied by the page size. The pages in the write-ahead log
// are included. Does not change the database. Returns -1 if the database cannot be read.
long long floor_byte_count(const char *path);

#endif
