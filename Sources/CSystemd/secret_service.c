#define _GNU_SOURCE
#include "lk_secret_service.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bus.h"

#define SERVICE "org.freedesktop.secrets"
#define SERVICE_PATH "/org/freedesktop/secrets"
#define SERVICE_INTERFACE "org.freedesktop.Secret.Service"
#define COLLECTION_INTERFACE "org.freedesktop.Secret.Collection"
#define ITEM_INTERFACE "org.freedesktop.Secret.Item"
#define PROMPT_INTERFACE "org.freedesktop.Secret.Prompt"

struct lk_secret_service {
  struct lk_bus_client client;
  char *session;
};

int lk_secret_service_open(struct lk_secret_service **service) {
  struct lk_secret_service *s = calloc(1, sizeof *s);
  *service = s;
  if (s == NULL) return -ENOMEM;
  int result = lk_bus_client_open(&s->client, 0);
  if (result < 0) return result;
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  result = s->client.sd->call_method(s->client.bus, SERVICE, SERVICE_PATH, SERVICE_INTERFACE,
                                     "OpenSession", &error, &reply, "sv", "plain", "s", "");
  if (result >= 0) result = s->client.sd->message_skip(reply, "v");
  const char *session = NULL;
  if (result >= 0) result = s->client.sd->message_read(reply, "o", &session);
  if (result >= 0 && (s->session = strdup(session)) == NULL) result = -ENOMEM;
  return lk_bus_client_finish(&s->client, result, &error, reply);
}

void lk_secret_service_close(struct lk_secret_service *s) {
  if (s == NULL) return;
  lk_bus_client_close(&s->client);
  free(s->session);
  free(s);
}

const char *lk_secret_service_problem(const struct lk_secret_service *s) {
  return s == NULL ? "out of memory" : s->client.problem;
}

// Reads a property whose value is an array of paths.
static int paths(
    struct lk_secret_service *s, const char *path, const char *interface, const char *name,
    lk_text_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->client.sd->get_property(s->client.bus, SERVICE, path, interface, name, &error, &reply, "ao");
  return lk_bus_client_texts(&s->client, result, &error, reply, "o", each, context);
}

static int text(
    struct lk_secret_service *s, const char *path, const char *interface, const char *name,
    lk_text_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->client.sd->get_property(s->client.bus, SERVICE, path, interface, name, &error, &reply, "s");
  const char *found = NULL;
  if (result >= 0) result = s->client.sd->message_read(reply, "s", &found);
  if (result >= 0) each(context, found);
  return lk_bus_client_finish(&s->client, result, &error, reply);
}

static int truth(
    struct lk_secret_service *s, const char *path, const char *interface, const char *name,
    int *found) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->client.sd->get_property(s->client.bus, SERVICE, path, interface, name, &error, &reply, "b");
  if (result >= 0) result = s->client.sd->message_read(reply, "b", found);
  return lk_bus_client_finish(&s->client, result, &error, reply);
}

int lk_secret_service_collections(
    struct lk_secret_service *s, lk_text_function each, void *context) {
  return paths(s, SERVICE_PATH, SERVICE_INTERFACE, "Collections", each, context);
}

int lk_secret_service_items(
    struct lk_secret_service *s, const char *collection, lk_text_function each, void *context) {
  return paths(s, collection, COLLECTION_INTERFACE, "Items", each, context);
}

int lk_secret_service_collection_label(
    struct lk_secret_service *s, const char *path, lk_text_function each, void *context) {
  return text(s, path, COLLECTION_INTERFACE, "Label", each, context);
}

int lk_secret_service_item_label(
    struct lk_secret_service *s, const char *path, lk_text_function each, void *context) {
  return text(s, path, ITEM_INTERFACE, "Label", each, context);
}

int lk_secret_service_collection_is_locked(
    struct lk_secret_service *s, const char *path, int *is_locked) {
  return truth(s, path, COLLECTION_INTERFACE, "Locked", is_locked);
}

int lk_secret_service_item_is_locked(
    struct lk_secret_service *s, const char *path, int *is_locked) {
  return truth(s, path, ITEM_INTERFACE, "Locked", is_locked);
}

int lk_secret_service_unlock(struct lk_secret_service *s, const char *path, int *needs_prompt) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  const char *prompt = NULL;
  int result = s->client.sd->call_method(s->client.bus, SERVICE, SERVICE_PATH, SERVICE_INTERFACE, "Unlock",
                                  &error, &reply, "ao", 1, path);
  if (result >= 0) result = s->client.sd->message_skip(reply, "ao");
  if (result >= 0) result = s->client.sd->message_read(reply, "o", &prompt);
  if (result >= 0) {
    *needs_prompt = strcmp(prompt, "/") != 0;
    if (*needs_prompt) {
      // The service shows a prompt only after a call of the prompt's method Prompt, so the user has not seen the
      // prompt.
      sd_bus_error ignored = {0};
      s->client.sd->call_method(
          s->client.bus, SERVICE, prompt, PROMPT_INTERFACE, "Dismiss", &ignored, NULL, "");
      s->client.sd->error_free(&ignored);
    }
  }
  return lk_bus_client_finish(&s->client, result, &error, reply);
}

int lk_secret_service_attributes(
    struct lk_secret_service *s, const char *item, lk_pair_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->client.sd->get_property(
      s->client.bus, SERVICE, item, ITEM_INTERFACE, "Attributes", &error, &reply, "a{ss}");
  if (result >= 0) result = s->client.sd->message_enter_container(reply, 'a', "{ss}");
  const char *name = NULL;
  const char *value = NULL;
  while (result >= 0 && (result = s->client.sd->message_read(reply, "{ss}", &name, &value)) > 0)
    each(context, name, value);
  return lk_bus_client_finish(&s->client, result, &error, reply);
}

int lk_secret_service_created(
    struct lk_secret_service *s, const char *item, uint64_t *seconds) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->client.sd->get_property(
      s->client.bus, SERVICE, item, ITEM_INTERFACE, "Created", &error, &reply, "t");
  if (result >= 0) result = s->client.sd->message_read(reply, "t", seconds);
  return lk_bus_client_finish(&s->client, result, &error, reply);
}

int lk_secret_service_secret(
    struct lk_secret_service *s, const char *item, lk_bytes_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->client.sd->call_method(s->client.bus, SERVICE, item, ITEM_INTERFACE, "GetSecret", &error,
                                  &reply, "o", s->session);
  // A reply that is marked as sensitive is overwritten before sd-bus frees the reply.
  if (result >= 0) result = s->client.sd->message_sensitive(reply);
  if (result >= 0) result = s->client.sd->message_enter_container(reply, 'r', "oayays");
  if (result >= 0) result = s->client.sd->message_skip(reply, "oay");
  const void *bytes = NULL;
  size_t count = 0;
  if (result >= 0) result = s->client.sd->message_read_array(reply, 'y', &bytes, &count);
  if (result >= 0) each(context, bytes, count);
  return lk_bus_client_finish(&s->client, result, &error, reply);
}
