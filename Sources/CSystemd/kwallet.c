#define _GNU_SOURCE
#include "lk_kwallet.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bus.h"

#define INTERFACE "org.kde.KWallet"
#define APPLICATION "Latchkey"

struct lk_kwallet {
  struct lk_bus_client client;
  const char *service;
  const char *path;
};

// The services of KWallet, the newest first.
static const struct {
  const char *service, *path;
} candidates[] = {
    {"org.kde.kwalletd6", "/modules/kwalletd6"},
    {"org.kde.kwalletd5", "/modules/kwalletd5"},
    {"org.kde.kwalletd", "/modules/kwalletd"},
};

int lk_kwallet_open(struct lk_kwallet **wallets) {
  struct lk_kwallet *w = calloc(1, sizeof *w);
  *wallets = w;
  if (w == NULL) return -ENOMEM;
  int result = lk_bus_client_open(&w->client, 0);
  if (result < 0) return result;
  // A person who types the password of a wallet needs more time than the usual 25 seconds.
  w->client.sd->set_method_call_timeout(w->client.bus, 300u * 1000 * 1000);
  for (size_t index = 0; index < sizeof candidates / sizeof candidates[0]; index++) {
    sd_bus_error failure = {0};
    w->service = candidates[index].service;
    w->path = candidates[index].path;
    result = w->client.sd->call_method(w->client.bus, w->service, w->path, INTERFACE, "wallets", &failure, NULL, "");
    if (lk_bus_client_finish(&w->client, result, &failure, NULL) == 0) return 0;
  }
  return result;
}

void lk_kwallet_close(struct lk_kwallet *w) {
  if (w == NULL) return;
  lk_bus_client_close(&w->client);
  free(w);
}

const char *lk_kwallet_problem(const struct lk_kwallet *w) { return w == NULL ? "out of memory" : w->client.problem; }

int lk_kwallet_names(struct lk_kwallet *w, lk_text_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->client.sd->call_method(
      w->client.bus, w->service, w->path, INTERFACE, "wallets", &error, &reply, "");
  return lk_bus_client_texts(&w->client, result, &error, reply, "s", each, context);
}

int lk_kwallet_open_wallet(struct lk_kwallet *w, const char *name, int32_t *handle) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->client.sd->call_method(
      w->client.bus, w->service, w->path, INTERFACE, "open", &error, &reply, "sxs", name, (int64_t)0, APPLICATION);
  if (result >= 0) result = w->client.sd->message_read(reply, "i", handle);
  return lk_bus_client_finish(&w->client, result, &error, reply);
}

int lk_kwallet_folders(struct lk_kwallet *w, int32_t handle, lk_text_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->client.sd->call_method(
      w->client.bus, w->service, w->path, INTERFACE, "folderList", &error, &reply, "is", handle, APPLICATION);
  return lk_bus_client_texts(&w->client, result, &error, reply, "s", each, context);
}

int lk_kwallet_entries(
    struct lk_kwallet *w, int32_t handle, const char *folder, lk_text_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->client.sd->call_method(
      w->client.bus, w->service, w->path, INTERFACE, "entryList", &error, &reply, "iss", handle, folder, APPLICATION);
  return lk_bus_client_texts(&w->client, result, &error, reply, "s", each, context);
}

int lk_kwallet_kind(
    struct lk_kwallet *w, int32_t handle, const char *folder, const char *entry, int32_t *kind) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->client.sd->call_method(
      w->client.bus, w->service, w->path, INTERFACE, "entryType", &error, &reply, "isss", handle, folder, entry,
      APPLICATION);
  if (result >= 0) result = w->client.sd->message_read(reply, "i", kind);
  return lk_bus_client_finish(&w->client, result, &error, reply);
}

int lk_kwallet_content(
    struct lk_kwallet *w, int32_t handle, const char *folder, const char *entry, int32_t kind,
    lk_bytes_function each, void *context) {
  const char *member = kind == LK_KWALLET_PASSWORD ? "readPassword" : kind == LK_KWALLET_MAP ? "readMap" : "readEntry";
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = w->client.sd->call_method(
      w->client.bus, w->service, w->path, INTERFACE, member, &error, &reply, "isss", handle, folder, entry,
      APPLICATION);
  // A reply that is marked as sensitive is overwritten before sd-bus frees the reply.
  if (result >= 0) result = w->client.sd->message_sensitive(reply);
  if (result >= 0 && kind == LK_KWALLET_PASSWORD) {
    const char *text = NULL;
    result = w->client.sd->message_read(reply, "s", &text);
    if (result >= 0) each(context, text, strlen(text));
  } else if (result >= 0) {
    const void *bytes = NULL;
    size_t count = 0;
    result = w->client.sd->message_read_array(reply, 'y', &bytes, &count);
    if (result >= 0) each(context, bytes, count);
  }
  return lk_bus_client_finish(&w->client, result, &error, reply);
}
