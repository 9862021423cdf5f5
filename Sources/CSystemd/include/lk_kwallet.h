#ifndef LATCHKEY_KWALLET_H
#define LATCHKEY_KWALLET_H

#include <stddef.h>
#include <stdint.h>

#include "lk_secret_service.h"

// A connection to KWallet on the session bus (org.kde.KWallet). The functions return 0, or a negative errno value on
// failure. After a failure, lk_kwallet_problem returns the reason. Only one thread may use a connection.
struct lk_kwallet;

// Connects to KWallet. The bus starts KWallet if it does not run. Stores a connection in `wallets` even on failure, so
// that the caller can read the reason; NULL if there is not enough memory.
int lk_kwallet_open(struct lk_kwallet **wallets);
void lk_kwallet_close(struct lk_kwallet *wallets);
const char *lk_kwallet_problem(const struct lk_kwallet *wallets);

// Calls `each` with the name of each wallet.
int lk_kwallet_names(struct lk_kwallet *wallets, lk_text_function each, void *context);

// Opens a wallet. KWallet asks the person for the password, if the wallet is closed. A handle below 0 means that the
// person refused.
int lk_kwallet_open_wallet(struct lk_kwallet *wallets, const char *name, int32_t *handle);

// Call `each` with the name of each folder, and of each entry of a folder.
int lk_kwallet_folders(struct lk_kwallet *wallets, int32_t handle, lk_text_function each, void *context);
int lk_kwallet_entries(
    struct lk_kwallet *wallets, int32_t handle, const char *folder, lk_text_function each, void *context);

#define LK_KWALLET_PASSWORD 1
#define LK_KWALLET_STREAM 2
#define LK_KWALLET_MAP 3

// The kind of an entry.
int lk_kwallet_kind(
    struct lk_kwallet *wallets, int32_t handle, const char *folder, const char *entry, int32_t *kind);

// The content of an entry: a password in UTF-8; the bytes of a stream; the bytes of a map, as Qt writes it.
int lk_kwallet_content(
    struct lk_kwallet *wallets, int32_t handle, const char *folder, const char *entry, int32_t kind,
    lk_bytes_function each, void *context);

#endif
