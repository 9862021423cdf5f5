#define _GNU_SOURCE
#include "bus.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct lk_bus_functions functions;

static int find(void *library, const char *name, void *function) {
  // The assignment has the form that dlopen(3) recommends, because ISO C cannot convert an object pointer to a function
  // pointer.
  return (*(void **)function = dlsym(library, name)) != NULL;
}

const struct lk_bus_functions *lk_bus_load(void) {
  void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return NULL;
  int is_complete = find(library, "sd_bus_open_user", &functions.open_user) &&
                    find(library, "sd_bus_open_system", &functions.open_system) &&
                    find(library, "sd_bus_flush_close_unref", &functions.flush_close_unref) &&
                    find(library, "sd_bus_set_method_call_timeout", &functions.set_method_call_timeout) &&
                    find(library, "sd_bus_get_unique_name", &functions.get_unique_name) &&
                    find(library, "sd_bus_request_name", &functions.request_name) &&
                    find(library, "sd_bus_process", &functions.process) &&
                    find(library, "sd_bus_flush", &functions.flush) &&
                    find(library, "sd_bus_send", &functions.send) &&
                    find(library, "sd_bus_get_fd", &functions.get_fd) &&
                    find(library, "sd_bus_get_events", &functions.get_events) &&
                    find(library, "sd_bus_get_timeout", &functions.get_timeout) &&
                    find(library, "sd_bus_call_method", &functions.call_method) &&
                    find(library, "sd_bus_get_property", &functions.get_property) &&
                    find(library, "sd_bus_message_is_signal", &functions.message_is_signal) &&
                    find(library, "sd_bus_message_get_type", &functions.message_get_type) &&
                    find(library, "sd_bus_message_get_expect_reply", &functions.message_get_expect_reply) &&
                    find(library, "sd_bus_message_get_sender", &functions.message_get_sender) &&
                    find(library, "sd_bus_message_get_path", &functions.message_get_path) &&
                    find(library, "sd_bus_message_get_interface", &functions.message_get_interface) &&
                    find(library, "sd_bus_message_get_member", &functions.message_get_member) &&
                    find(library, "sd_bus_message_get_signature", &functions.message_get_signature) &&
                    find(library, "sd_bus_message_read", &functions.message_read) &&
                    find(library, "sd_bus_message_read_basic", &functions.message_read_basic) &&
                    find(library, "sd_bus_message_read_array", &functions.message_read_array) &&
                    find(library, "sd_bus_message_enter_container", &functions.message_enter_container) &&
                    find(library, "sd_bus_message_exit_container", &functions.message_exit_container) &&
                    find(library, "sd_bus_message_peek_type", &functions.message_peek_type) &&
                    find(library, "sd_bus_message_skip", &functions.message_skip) &&
                    find(library, "sd_bus_message_new_method_return", &functions.message_new_method_return) &&
                    find(library, "sd_bus_message_new_method_error", &functions.message_new_method_error) &&
                    find(library, "sd_bus_message_new_signal", &functions.message_new_signal) &&
                    find(library, "sd_bus_message_set_destination", &functions.message_set_destination) &&
                    find(library, "sd_bus_message_open_container", &functions.message_open_container) &&
                    find(library, "sd_bus_message_close_container", &functions.message_close_container) &&
                    find(library, "sd_bus_message_append_basic", &functions.message_append_basic) &&
                    find(library, "sd_bus_message_append_array", &functions.message_append_array) &&
                    find(library, "sd_bus_message_sensitive", &functions.message_sensitive) &&
                    find(library, "sd_bus_message_unref", &functions.message_unref) &&
                    find(library, "sd_bus_error_free", &functions.error_free);
  return is_complete ? &functions : NULL;
}

int lk_bus_client_open(struct lk_bus_client *client, int is_system) {
  client->sd = lk_bus_load();
  if (client->sd == NULL) {
    const char *text = dlerror();
    snprintf(client->problem, sizeof client->problem, "%s",
             text != NULL ? text : "libsystemd is too old");
    return -ENOSYS;
  }
  sd_bus_error error = {0};
  int result =
      is_system ? client->sd->open_system(&client->bus) : client->sd->open_user(&client->bus);
  return lk_bus_client_finish(client, result, &error, NULL);
}

void lk_bus_client_close(struct lk_bus_client *client) {
  if (client->bus != NULL) client->sd->flush_close_unref(client->bus);
}

int lk_bus_client_finish(
    struct lk_bus_client *client, int result, sd_bus_error *error, sd_bus_message *reply) {
  if (result < 0) {
    const char *text = error->message != NULL ? error->message : error->name;
    snprintf(client->problem, sizeof client->problem, "%s",
             text != NULL ? text : strerrordesc_np(-result) ?: "unknown error");
  }
  client->sd->error_free(error);
  client->sd->message_unref(reply);
  return result < 0 ? result : 0;
}

int lk_bus_client_texts(
    struct lk_bus_client *client, int result, sd_bus_error *error, sd_bus_message *reply,
    const char *type, void (*each)(void *context, const char *text), void *context) {
  if (result >= 0) result = client->sd->message_enter_container(reply, 'a', type);
  const char *found = NULL;
  while (result >= 0 && (result = client->sd->message_read(reply, type, &found)) > 0)
    each(context, found);
  return lk_bus_client_finish(client, result, error, reply);
}
