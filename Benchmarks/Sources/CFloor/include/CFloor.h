#ifndef LATCHKEY_CFLOOR_H
#define LATCHKEY_CFLOOR_H

#include "keys.h"

// The floor: the minimum that a program with SQLite and OpenSSL needs to store the same items with the same searches
// and the same safety against power loss. It checks no caller, reads no dictionary, hides no attribute and detects no
// exchanged row. Only the secret is encrypted.
//
// A row contains a random reference of 16 bytes, the group, service, account and label as text, two dates, and the
// secret. The secret is encrypted with AES-256-GCM: a random 96-bit nonce, the ciphertext and the tag. Five indices
// support the searches that the keychain supports with an index: the reference and (service, account, group), both
// unique, (account, group), (label, group), and (group). A lean floor has only the unique index over (service,
// account, group).
//
// The database uses a write-ahead log, synchronous=FULL, and SQLite's defaults for all other settings. Statements are
// prepared once, and cipher contexts keep their key. A find is one SELECT outside of a transaction, as it must be in
// the keychain: each takes and releases a read lock. A write is one transaction.
//
// The floor uses one connection and one thread. Every function returns 0 on success.

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

// Sets a page cache for this connection that holds a whole store while it is filled. In one transaction, pages that do
// not fit into the cache would be written to the log repeatedly.
int floor_prepare_filling(floor_store *store);

// These functions use no transaction of their own, so that a store can be filled in one.
int floor_add(floor_store *store, const floor_item *item);
int floor_update(floor_store *store, const floor_item *item);
int floor_delete(floor_store *store, const floor_item *item);

// Finds one item and decrypts its secret. Returns 1 if there is none.
int floor_find(floor_store *store, const floor_item *item, unsigned char *secret, int *length);
// Finds one item, decrypts its secret, and reads every other column.
int floor_read(floor_store *store, const floor_item *item, unsigned char *secret, int *length);
// Returns 0 if the item exists. Decrypts nothing.
int floor_exists(floor_store *store, const floor_item *item);

// Decrypt the secrets of one service, or of the first items. Return the number of items, or -1.
long floor_find_service(floor_store *store, const char *service);
long floor_find_first(floor_store *store, long limit);

// Returns the number of pages in a database multiplied by their size, including pages in its log. Returns -1 if it
// cannot be read. Changes nothing.
long long floor_byte_count(const char *path);

#endif
