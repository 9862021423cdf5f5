#ifndef LATCHKEY_CFLOOR_H
#define LATCHKEY_CFLOOR_H

// The floor: what SQLite and OpenSSL alone need for the same rows. A table of service, account,
// label and a secret sealed with AES-256-GCM, one unique index, write-ahead log, synchronous=FULL,
// one transaction a write. Every function returns 0 on success.

typedef struct floor_store floor_store;

floor_store *floor_open(const char *path);
void floor_close(floor_store *store);
int floor_begin(floor_store *store);
int floor_commit(floor_store *store);
int floor_add(floor_store *store, const char *service, const char *account, const char *label,
              const unsigned char *secret, int length);
int floor_find(floor_store *store, const char *service, const char *account,
               unsigned char *secret, int *length);
int floor_update(floor_store *store, const char *service, const char *account,
                 const unsigned char *secret, int length);
int floor_delete(floor_store *store, const char *service, const char *account);
long floor_scan(floor_store *store, const char *service);

#endif
