#ifndef LATCHKEY_SECRET_SERVICE_H
#define LATCHKEY_SECRET_SERVICE_H

#include <stddef.h>
#include <stdint.h>

// A connection to the Secret Service on the session bus (https://specifications.freedesktop.org/secret-service/).
// The functions return 0, or a negative errno value on failure. After a failure, lk_secret_service_problem returns the
// reason. Only one thread may use a connection.
struct lk_secret_service;

typedef void (*lk_text_function)(void *context, const char *text);
typedef void (*lk_pair_function)(void *context, const char *name, const char *value);
typedef void (*lk_bytes_function)(void *context, const void *bytes, size_t count);

// Connects to the service, and opens a session without encryption, because the bus is private to the user. The function
// stores a connection in `service` even on failure, so that the caller can read the reason of the failure. The function
// stores NULL if there is not enough memory.
int lk_secret_service_open(struct lk_secret_service **service);
void lk_secret_service_close(struct lk_secret_service *service);

// Returns the reason of the last failure, in English. Returns an empty text if no function has failed.
const char *lk_secret_service_problem(const struct lk_secret_service *service);

// lk_secret_service_collections calls `each` with the path of each collection. lk_secret_service_items calls `each`
// with the path of each item in a collection.
int lk_secret_service_collections(
    struct lk_secret_service *service, lk_text_function each, void *context);
int lk_secret_service_items(
    struct lk_secret_service *service, const char *collection, lk_text_function each,
    void *context);

// The following functions return the label of a collection or an item, or whether the collection or item is locked.
int lk_secret_service_collection_label(
    struct lk_secret_service *service, const char *path, lk_text_function each, void *context);
int lk_secret_service_item_label(
    struct lk_secret_service *service, const char *path, lk_text_function each, void *context);
int lk_secret_service_collection_is_locked(
    struct lk_secret_service *service, const char *path, int *is_locked);
int lk_secret_service_item_is_locked(
    struct lk_secret_service *service, const char *path, int *is_locked);

// Unlocks a collection if unlocking requires no prompt. If unlocking requires a prompt, the function dismisses the
// prompt before the user sees it, and sets `needs_prompt` to 1.
int lk_secret_service_unlock(
    struct lk_secret_service *service, const char *path, int *needs_prompt);

// The following functions return the attributes of an item, its creation time in seconds since 1970-01-01, or its
// secret.
int lk_secret_service_attributes(
    struct lk_secret_service *service, const char *item, lk_pair_function each, void *context);
int lk_secret_service_created(
    struct lk_secret_service *service, const char *item, uint64_t *seconds);
int lk_secret_service_secret(
    struct lk_secret_service *service, const char *item, lk_bytes_function each, void *context);

#endif
