#ifndef LATCHKEY_CFLOOR_H
#define LATCHKEY_CFLOOR_H

#include "keys.h"

// The floor: what a direct program over SQLite and OpenSSL needs to keep the same items, found in
// the same ways, as safe against power loss. It checks no caller, reads no dictionary, hides no
// attribute and notices no swapped row; only the secret is sealed.
//
// A row holds a random reference of 16 bytes, group, service, account and label as text, two dates,
// and the secret under AES-256-GCM: a random 96-bit nonce, the ciphertext, the tag. Five indices
// answer the searches that the keychain answers by index: the reference and (service, account,
// group), both unique, (account, group), (label, group), (group). A lean floor has only the one
// that is unique over (service, account, group).
//
// Write-ahead log, synchronous=FULL, SQLite's other settings as they come. Statements are prepared
// once and cipher contexts keep their key. A find is one SELECT outside a transaction, as the
// keychain's must be: each takes and gives back a read lock. A write is one transaction.
//
// One connection, one thread. Every function returns 0 on success.

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

// Lets this connection keep as many pages as a store has while it is filled: in one transaction,
// pages that do not fit would go to the log again and again.
int floor_prepare_filling(floor_store *store);

// Without a transaction of their own, so that a store can be filled in one.
int floor_add(floor_store *store, const floor_item *item);
int floor_update(floor_store *store, const floor_item *item);
int floor_delete(floor_store *store, const floor_item *item);

// Opens the secret of one item; 1 when there is none.
int floor_find(floor_store *store, const floor_item *item, unsigned char *secret, int *length);
// Reads every column as well.
int floor_read(floor_store *store, const floor_item *item, unsigned char *secret, int *length);
// 0 when there is such an item; opens nothing.
int floor_exists(floor_store *store, const floor_item *item);

// Open the secrets of one service, or of the first items; the number of items, or -1.
long floor_find_service(floor_store *store, const char *service);
long floor_find_first(floor_store *store, long limit);

// The pages of a database times their size, those still in its log included; -1 when it cannot be
// read. Changes nothing.
long long floor_byte_count(const char *path);

#endif
