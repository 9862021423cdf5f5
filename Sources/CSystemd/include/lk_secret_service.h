#ifndef LATCHKEY_SECRET_SERVICE_H
#define LATCHKEY_SECRET_SERVICE_H

#include <stddef.h>
#include <stdint.h>

// A connection to the Secret Service on the session bus (https://specifications.freedesktop.org/secret-service/).
// Functions return 0, or a negative errno value; lk_secret_service_problem then gives the reason. Only one thread may
// use it.
struct lk_secret_service;

typedef void (*lk_text_function)(void *context, const char *text);
typedef void (*lk_pair_function)(void *context, const char *name, const char *value);
typedef void (*lk_bytes_function)(void *context, const void *bytes, size_t count);

// Connects to the service, and opens a session without encryption, because the bus is private to the user. Also stores
// an object on failure, so that its problem can be read; NULL if there is not enough memory.
int lk_secret_service_open(struct lk_secret_service **service);
void lk_secret_service_close(struct lk_secret_service *service);

// Returns the reason of the last failure, in English; empty if there was none.
const char *lk_secret_service_problem(const struct lk_secret_service *service);

// Calls `each` with the paths of all collections, or of all items in a collection.
int lk_secret_service_collections(
    struct lk_secret_service *service, lk_text_function each, void *context);
int lk_secret_service_items(
    struct lk_secret_service *service, const char *collection, lk_text_function each,
    void *context);

// Return the label of a collection or an item, or whether it is locked.
int lk_secret_service_collection_label(
    struct lk_secret_service *service, const char *path, lk_text_function each, void *context);
int lk_secret_service_item_label(
    struct lk_secret_service *service, const char *path, lk_text_function each, void *context);
int lk_secret_service_collection_is_locked(
    struct lk_secret_service *service, const char *path, int *is_locked);
int lk_secret_service_item_is_locked(
    struct lk_secret_service *service, const char *path, int *is_locked);

// Unlocks a collection if this requires no prompt. Otherwise the prompt is dismissed before it is shown, and
// `needs_prompt` is not 0.
int lk_secret_service_unlock(
    struct lk_secret_service *service, const char *path, int *needs_prompt);

// Return the attributes of an item, its creation time in seconds since 1970-01-01, or its secret.
int lk_secret_service_attributes(
    struct lk_secret_service *service, const char *item, lk_pair_function each, void *context);
int lk_secret_service_created(
    struct lk_secret_service *service, const char *item, uint64_t *seconds);
int lk_secret_service_secret(
    struct lk_secret_service *service, const char *item, lk_bytes_function each, void *context);

#endif
