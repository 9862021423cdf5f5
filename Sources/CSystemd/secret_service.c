#define _GNU_SOURCE
#include "lk_secret_service.h"

#include <dlfcn.h>
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
  const struct lk_bus_functions *sd;
  sd_bus *bus;
  char *session;
  char problem[512];
};

// Stores the reason of a failure, and frees the error and the reply.
static int finish(
    struct lk_secret_service *s, int result, sd_bus_error *error, sd_bus_message *reply) {
  if (result < 0) {
    const char *text = error->message != NULL ? error->message : error->name;
    snprintf(s->problem, sizeof s->problem, "%s",
             text != NULL ? text : strerrordesc_np(-result) ?: "unknown error");
  }
  s->sd->error_free(error);
  s->sd->message_unref(reply);
  return result < 0 ? result : 0;
}

int lk_secret_service_open(struct lk_secret_service **service) {
  struct lk_secret_service *s = calloc(1, sizeof *s);
  *service = s;
  if (s == NULL) return -ENOMEM;
  s->sd = lk_bus_load();
  if (s->sd == NULL) {
    const char *text = dlerror();
    snprintf(s->problem, sizeof s->problem, "%s", text != NULL ? text : "libsystemd is too old");
    return -ENOSYS;
  }
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->sd->open_user(&s->bus);
  if (result >= 0) {
    result = s->sd->call_method(s->bus, SERVICE, SERVICE_PATH, SERVICE_INTERFACE, "OpenSession",
                                &error, &reply, "sv", "plain", "s", "");
  }
  if (result >= 0) result = s->sd->message_skip(reply, "v");
  const char *session = NULL;
  if (result >= 0) result = s->sd->message_read(reply, "o", &session);
  if (result >= 0 && (s->session = strdup(session)) == NULL) result = -ENOMEM;
  return finish(s, result, &error, reply);
}

void lk_secret_service_close(struct lk_secret_service *s) {
  if (s == NULL) return;
  if (s->bus != NULL) s->sd->flush_close_unref(s->bus);
  free(s->session);
  free(s);
}

const char *lk_secret_service_problem(const struct lk_secret_service *s) {
  return s == NULL ? "out of memory" : s->problem;
}

// Reads a property whose value is an array of paths.
static int paths(
    struct lk_secret_service *s, const char *path, const char *interface, const char *name,
    lk_text_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->sd->get_property(s->bus, SERVICE, path, interface, name, &error, &reply, "ao");
  if (result >= 0) result = s->sd->message_enter_container(reply, 'a', "o");
  const char *found = NULL;
  while (result >= 0 && (result = s->sd->message_read(reply, "o", &found)) > 0)
    each(context, found);
  return finish(s, result, &error, reply);
}

static int text(
    struct lk_secret_service *s, const char *path, const char *interface, const char *name,
    lk_text_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->sd->get_property(s->bus, SERVICE, path, interface, name, &error, &reply, "s");
  const char *found = NULL;
  if (result >= 0) result = s->sd->message_read(reply, "s", &found);
  if (result >= 0) each(context, found);
  return finish(s, result, &error, reply);
}

static int truth(
    struct lk_secret_service *s, const char *path, const char *interface, const char *name,
    int *found) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->sd->get_property(s->bus, SERVICE, path, interface, name, &error, &reply, "b");
  if (result >= 0) result = s->sd->message_read(reply, "b", found);
  return finish(s, result, &error, reply);
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
  int result = s->sd->call_method(s->bus, SERVICE, SERVICE_PATH, SERVICE_INTERFACE, "Unlock",
                                  &error, &reply, "ao", 1, path);
  if (result >= 0) result = s->sd->message_skip(reply, "ao");
  if (result >= 0) result = s->sd->message_read(reply, "o", &prompt);
  if (result >= 0) {
    *needs_prompt = strcmp(prompt, "/") != 0;
    if (*needs_prompt) {
      // The service shows a prompt only after a call of the prompt's method Prompt, so the user has not seen the
      // prompt.
      sd_bus_error ignored = {0};
      s->sd->call_method(
          s->bus, SERVICE, prompt, PROMPT_INTERFACE, "Dismiss", &ignored, NULL, "");
      s->sd->error_free(&ignored);
    }
  }
  return finish(s, result, &error, reply);
}

int lk_secret_service_attributes(
    struct lk_secret_service *s, const char *item, lk_pair_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->sd->get_property(
      s->bus, SERVICE, item, ITEM_INTERFACE, "Attributes", &error, &reply, "a{ss}");
  if (result >= 0) result = s->sd->message_enter_container(reply, 'a', "{ss}");
  const char *name = NULL;
  const char *value = NULL;
  while (result >= 0 && (result = s->sd->message_read(reply, "{ss}", &name, &value)) > 0)
    each(context, name, value);
  return finish(s, result, &error, reply);
}

int lk_secret_service_created(
    struct lk_secret_service *s, const char *item, uint64_t *seconds) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->sd->get_property(
      s->bus, SERVICE, item, ITEM_INTERFACE, "Created", &error, &reply, "t");
  if (result >= 0) result = s->sd->message_read(reply, "t", seconds);
  return finish(s, result, &error, reply);
}

int lk_secret_service_secret(
    struct lk_secret_service *s, const char *item, lk_bytes_function each, void *context) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = s->sd->call_method(s->bus, SERVICE, item, ITEM_INTERFACE, "GetSecret", &error,
                                  &reply, "o", s->session);
  // A reply that is marked as sensitive is overwritten before sd-bus frees the reply.
  if (result >= 0) result = s->sd->message_sensitive(reply);
  if (result >= 0) result = s->sd->message_enter_container(reply, 'r', "oayays");
  if (result >= 0) result = s->sd->message_skip(reply, "oay");
  const void *bytes = NULL;
  size_t count = 0;
  if (result >= 0) result = s->sd->message_read_array(reply, 'y', &bytes, &count);
  if (result >= 0) each(context, bytes, count);
  return finish(s, result, &error, reply);
}
