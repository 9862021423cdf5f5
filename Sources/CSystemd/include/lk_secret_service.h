#ifndef LATCHKEY_SECRET_SERVICE_H
#define LATCHKEY_SECRET_SERVICE_H

#include <stddef.h>
#include <stdint.h>

// A conversation with the Secret Service of the session bus
// (https://specifications.freedesktop.org/secret-service/). Functions return 0, or a negative errno
// value; lk_secret_service_problem then says what was wrong. To be used by one thread.
struct lk_secret_service;

typedef void (*lk_text_function)(void *context, const char *text);
typedef void (*lk_pair_function)(void *context, const char *name, const char *value);
typedef void (*lk_bytes_function)(void *context, const void *bytes, size_t count);

// Connects, and opens a session without encryption: the bus is private to the user. Gives an object
// also on failure, for its problem; NULL without memory.
int lk_secret_service_open(struct lk_secret_service **service);
void lk_secret_service_close(struct lk_secret_service *service);

// The last thing that was wrong, in English; empty when nothing was.
const char *lk_secret_service_problem(const struct lk_secret_service *service);

// The paths of all collections, and of the items of one.
int lk_secret_service_collections(
    struct lk_secret_service *service, lk_text_function each, void *context);
int lk_secret_service_items(
    struct lk_secret_service *service, const char *collection, lk_text_function each,
    void *context);

// The label of a collection or an item, and whether it is locked.
int lk_secret_service_collection_label(
    struct lk_secret_service *service, const char *path, lk_text_function each, void *context);
int lk_secret_service_item_label(
    struct lk_secret_service *service, const char *path, lk_text_function each, void *context);
int lk_secret_service_collection_is_locked(
    struct lk_secret_service *service, const char *path, int *is_locked);
int lk_secret_service_item_is_locked(
    struct lk_secret_service *service, const char *path, int *is_locked);

// Unlocks a collection if that takes no prompt; otherwise the prompt is dismissed unseen and
// `needs_prompt` is not 0.
int lk_secret_service_unlock(
    struct lk_secret_service *service, const char *path, int *needs_prompt);

// The attributes of an item, when it was made (seconds since 1970), and its secret.
int lk_secret_service_attributes(
    struct lk_secret_service *service, const char *item, lk_pair_function each, void *context);
int lk_secret_service_created(
    struct lk_secret_service *service, const char *item, uint64_t *seconds);
int lk_secret_service_secret(
    struct lk_secret_service *service, const char *item, lk_bytes_function each, void *context);

#endif
