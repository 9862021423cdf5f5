#define _GNU_SOURCE
#include "lk_kwallet.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bus.h"

#define INTERFACE "org.kde.KWallet"
#define APPLICATION "Latchkey"

struct lk_kwallet {
  const struct lk_bus_functions *sd;
  sd_bus *bus;
  const char *service;
  const char *path;
  char problem[512];
};

// The services of KWallet, the newest first.
static const struct {
  const char *service, *path;
} candidates[] = {
    {"org.kde.kwalletd6", "/modules/kwalletd6"},
    {"org.kde.kwalletd5", "/modules/kwalletd5"},
    {"org.kde.kwalletd", "/modules/kwalletd"},
};

// Stores the reason of a failure, and frees the error and the reply.
static int finish(struct lk_kwallet *w, int result, sd_bus_error *error, sd_bus_message *reply) {
  if (result < 0) {
    const char *text = error->message != NULL ? error->message : error->name;
    snprintf(w->problem, sizeof w->problem, "%s", text != NULL ? text : strerrordesc_np(-result) ?: "unknown error");
  }
  w->sd->error_free(error);
  w->sd->message_unref(reply);
  return result < 0 ? result : 0;
}

int lk_kwallet_open(struct lk_kwallet **wallets) {
  struct lk_kwallet *w = calloc(1, sizeof *w);
  *wallets = w;
  if (w == NULL) return -ENOMEM;
  w->sd = lk_bus_load();
  if (w->sd == NULL) {
    const char *text = dlerror();
    snprintf(w->problem, sizeof w->problem, "%s", text != NULL ? text : "libsystemd is too old");
    return -ENOSYS;
  }
  sd_bus_error error = {0};
  int result = w->sd->open_user(&w->bus);
  if (result < 0) return finish(w, result, &error, NULL);
  // A person who types the password of a wallet needs more time than the usual 25 seconds. The function is missing in
  // versions of libsystemd before 240.
  void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  int (*set_timeout)(sd_bus *bus, uint64_t time) = NULL;
  if (library != NULL) *(void **)&set_timeout = dlsym(library, "sd_bus_set_method_call_timeout");
  if (set_timeout != NULL) set_timeout(w->bus, 300u * 1000 * 1000);
  for (size_t index = 0; index < sizeof candidates / sizeof candidates[0]; index++) {
    sd_bus_error failure = {0};
    w->service = candidates[index].service;
    w->path = candidates[index].path;
    result = w->sd->call_method(w->bus, w->service, w->path, INTERFACE, "wallets", &failure, NULL, "");
    if (finish(w, result, &failure, NULL) == 0) return 0;
  }
  return result;
}

void lk_kwallet_close(struct lk_kwallet *w) {
  if (w == NULL) return;
  if (w->bus != NULL) w->sd->flush_close_unref(w->bus);
  free(w);
}

const char *lk_kwallet_problem(const struct lk_kwallet *w) { return w == NULL ? "out of memory" : w->problem; }

// Reads a reply that is an array of texts.
static int texts(
    struct lk_kwallet *w, int result, sd_bus_error *error, sd_bus_message *reply, lk_text_function each,
    void *context) {
  if (result >= 0) result = w->sd->message_enter_container(reply, 'a', "s");
  const char *found = NULL;
  while (result >= 0 && (result = w->sd->message_read(reply, "s", &found)) > 0) each(context, found);
  return finish(w, result, error, reply);
}

int lk_kwallet_names(struct lk_kwallet *w, lk_text_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->sd->call_method(w->bus, w->service, w->path, INTERFACE, "wallets", &error, &reply, "");
  return texts(w, result, &error, reply, each, context);
}

int lk_kwallet_open_wallet(struct lk_kwallet *w, const char *name, int32_t *handle) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->sd->call_method(w->bus, w->service, w->path, INTERFACE, "open", &error, &reply, "sxs", name,
                                  (int64_t)0, APPLICATION);
  if (result >= 0) result = w->sd->message_read(reply, "i", handle);
  return finish(w, result, &error, reply);
}

int lk_kwallet_folders(struct lk_kwallet *w, int32_t handle, lk_text_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->sd->call_method(w->bus, w->service, w->path, INTERFACE, "folderList", &error, &reply, "is",
                                  handle, APPLICATION);
  return texts(w, result, &error, reply, each, context);
}

int lk_kwallet_entries(
    struct lk_kwallet *w, int32_t handle, const char *folder, lk_text_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->sd->call_method(w->bus, w->service, w->path, INTERFACE, "entryList", &error, &reply, "iss", handle,
                                  folder, APPLICATION);
  return texts(w, result, &error, reply, each, context);
}

int lk_kwallet_kind(
    struct lk_kwallet *w, int32_t handle, const char *folder, const char *entry, int32_t *kind) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->sd->call_method(w->bus, w->service, w->path, INTERFACE, "entryType", &error, &reply, "isss", handle,
                                  folder, entry, APPLICATION);
  if (result >= 0) result = w->sd->message_read(reply, "i", kind);
  return finish(w, result, &error, reply);
}

int lk_kwallet_content(
    struct lk_kwallet *w, int32_t handle, const char *folder, const char *entry, int32_t kind,
    lk_bytes_function each, void *context) {
  const char *member = kind == LK_KWALLET_PASSWORD ? "readPassword" : kind == LK_KWALLET_MAP ? "readMap" : "readEntry";
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->sd->call_method(w->bus, w->service, w->path, INTERFACE, member, &error, &reply, "isss", handle,
                                  folder, entry, APPLICATION);
  // A reply that is marked as sensitive is overwritten before sd-bus frees the reply.
  if (result >= 0) result = w->sd->message_sensitive(reply);
  if (result >= 0 && kind == LK_KWALLET_PASSWORD) {
    const char *text = NULL;
    result = w->sd->message_read(reply, "s", &text);
    if (result >= 0) each(context, text, strlen(text));
  } else if (result >= 0) {
    const void *bytes = NULL;
    size_t count = 0;
    result = w->sd->message_read_array(reply, 'y', &bytes, &count);
    if (result >= 0) each(context, bytes, count);
  }
  return finish(w, result, &error, reply);
}
