#include "lk_bus_server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bus.h"

struct lk_bus {
  sd_bus *bus;
};

#define TYPE_METHOD_CALL 1
#define TYPE_SIGNAL 4

// The functions of sd-bus(3). They are loaded before the first message exists.
static const struct lk_bus_functions *sd;

// MARK: The connection

int lk_bus_open(struct lk_bus **bus) {
  *bus = NULL;
  sd = lk_bus_load();
  if (sd == NULL) return -ENOSYS;
  struct lk_bus *b = calloc(1, sizeof *b);
  if (b == NULL) return -ENOMEM;
  int result = sd->open_user(&b->bus);
  if (result < 0) {
    free(b);
    return result;
  }
  *bus = b;
  return 0;
}

void lk_bus_close(struct lk_bus *bus) {
  if (bus == NULL) return;
  sd->flush_close_unref(bus->bus);
  free(bus);
}

const char *lk_bus_unique_name(struct lk_bus *bus) {
  const char *name = NULL;
  return sd->get_unique_name(bus->bus, &name) < 0 ? NULL : name;
}

int lk_bus_request_name(struct lk_bus *bus, const char *name, int flags) {
  return sd->request_name(bus->bus, name, (uint64_t)flags);
}

static int call_bus(struct lk_bus *bus, const char *member, const char *argument, sd_bus_message **reply) {
  sd_bus_error error = {0};
  int result = sd->call_method(bus->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                               member, &error, reply, "s", argument);
  sd->error_free(&error);
  return result;
}

int lk_bus_add_match(struct lk_bus *bus, const char *rule) { return call_bus(bus, "AddMatch", rule, NULL); }

int lk_bus_process_of(struct lk_bus *bus, const char *name, pid_t *process) {
  sd_bus_message *reply = NULL;
  uint32_t number = 0;
  int result = call_bus(bus, "GetConnectionUnixProcessID", name, &reply);
  if (result >= 0) result = sd->message_read_basic(reply, 'u', &number);
  sd->message_unref(reply);
  *process = (pid_t)number;
  return result < 0 ? result : 0;
}

int lk_bus_is_owner(struct lk_bus *bus, const char *client, const char *name) {
  sd_bus_message *reply = NULL;
  const char *owner = NULL;
  int result = call_bus(bus, "GetNameOwner", name, &reply);
  if (result >= 0) result = sd->message_read_basic(reply, 's', &owner);
  int is_owner = result > 0 && strcmp(owner, client) == 0;
  sd->message_unref(reply);
  return result < 0 ? result : is_owner;
}

int lk_bus_reload(struct lk_bus *bus) {
  sd_bus_error error = {0};
  // systemd comes first, because the bus may start a unit at once.
  sd->call_method(bus->bus, "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
                 "Reload", &error, NULL, "");
  sd->error_free(&error);
  sd_bus_error second = {0};
  int result = sd->call_method(bus->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                              "ReloadConfig", &second, NULL, "");
  sd->error_free(&second);
  return result;
}

int lk_bus_descriptor(struct lk_bus *bus) { return sd->get_fd(bus->bus); }

int lk_bus_events(struct lk_bus *bus) { return sd->get_events(bus->bus); }

int lk_bus_timeout(struct lk_bus *bus, uint64_t *time) { return sd->get_timeout(bus->bus, time); }

int lk_bus_process(struct lk_bus *bus, struct lk_bus_message **message) {
  sd_bus_message *received = NULL;
  *message = NULL;
  int result = sd->process(bus->bus, &received);
  if (received != NULL) sd->message_sensitive(received);
  *message = (struct lk_bus_message *)received;
  return result;
}

int lk_bus_flush(struct lk_bus *bus) { return sd->flush(bus->bus); }

// MARK: Messages

static sd_bus_message *raw(struct lk_bus_message *message) { return (sd_bus_message *)message; }

static int has_type(struct lk_bus_message *message, uint8_t type) {
  uint8_t found = 0;
  return sd->message_get_type(raw(message), &found) >= 0 && found == type;
}

void lk_bus_message_release(struct lk_bus_message *message) {
  if (message != NULL) sd->message_unref(raw(message));
}

int lk_bus_message_is_call(struct lk_bus_message *message) { return has_type(message, TYPE_METHOD_CALL); }

int lk_bus_message_is_signal(struct lk_bus_message *message) { return has_type(message, TYPE_SIGNAL); }

int lk_bus_message_expects_reply(struct lk_bus_message *message) {
  return sd->message_get_expect_reply(raw(message)) > 0;
}

const char *lk_bus_message_sender(struct lk_bus_message *message) { return sd->message_get_sender(raw(message)); }

const char *lk_bus_message_path(struct lk_bus_message *message) { return sd->message_get_path(raw(message)); }

const char *lk_bus_message_interface(struct lk_bus_message *message) { return sd->message_get_interface(raw(message)); }

const char *lk_bus_message_member(struct lk_bus_message *message) { return sd->message_get_member(raw(message)); }

const char *lk_bus_message_signature(struct lk_bus_message *message) {
  const char *signature = sd->message_get_signature(raw(message), 1);
  return signature != NULL ? signature : "";
}

int lk_bus_message_enter(struct lk_bus_message *message, char type, const char *contents) {
  return sd->message_enter_container(raw(message), type, contents);
}

int lk_bus_message_exit(struct lk_bus_message *message) { return sd->message_exit_container(raw(message)); }

int lk_bus_message_read_text(struct lk_bus_message *message, char type, const char **text) {
  return sd->message_read_basic(raw(message), type, text);
}

int lk_bus_message_read_flag(struct lk_bus_message *message, int *flag) {
  return sd->message_read_basic(raw(message), 'b', flag);
}

int lk_bus_message_read_descriptor(struct lk_bus_message *message, int *descriptor) {
  return sd->message_read_basic(raw(message), 'h', descriptor);
}

int lk_bus_message_read_bytes(struct lk_bus_message *message, const void **bytes, size_t *count) {
  return sd->message_read_array(raw(message), 'y', bytes, count);
}

int lk_bus_message_peek(struct lk_bus_message *message, char *type, const char **contents) {
  return sd->message_peek_type(raw(message), type, contents);
}

int lk_bus_message_skip(struct lk_bus_message *message, const char *types) {
  return sd->message_skip(raw(message), types);
}

// Marks a new message, so that its memory is overwritten before it is freed.
static int finish_new(int result, sd_bus_message *made, struct lk_bus_message **message) {
  if (result >= 0) result = sd->message_sensitive(made);
  if (result < 0) {
    if (made != NULL) sd->message_unref(made);
    *message = NULL;
    return result;
  }
  *message = (struct lk_bus_message *)made;
  return 0;
}

int lk_bus_message_new_reply(struct lk_bus_message *call, struct lk_bus_message **reply) {
  sd_bus_message *made = NULL;
  int result = sd->message_new_method_return(raw(call), &made);
  return finish_new(result, made, reply);
}

int lk_bus_message_new_error(
    struct lk_bus_message *call, const char *name, const char *text, struct lk_bus_message **reply) {
  sd_bus_error error = {.name = name, .message = text};
  sd_bus_message *made = NULL;
  int result = sd->message_new_method_error(raw(call), &made, &error);
  return finish_new(result, made, reply);
}

int lk_bus_message_new_signal(
    struct lk_bus *bus, const char *path, const char *interface, const char *member,
    struct lk_bus_message **signal) {
  sd_bus_message *made = NULL;
  int result = sd->message_new_signal(bus->bus, &made, path, interface, member);
  return finish_new(result, made, signal);
}

int lk_bus_message_set_destination(struct lk_bus_message *message, const char *name) {
  return sd->message_set_destination(raw(message), name);
}

int lk_bus_message_open(struct lk_bus_message *message, char type, const char *contents) {
  return sd->message_open_container(raw(message), type, contents);
}

int lk_bus_message_close(struct lk_bus_message *message) { return sd->message_close_container(raw(message)); }

int lk_bus_message_append_text(struct lk_bus_message *message, char type, const char *text) {
  return sd->message_append_basic(raw(message), type, text);
}

int lk_bus_message_append_flag(struct lk_bus_message *message, int flag) {
  return sd->message_append_basic(raw(message), 'b', &flag);
}

int lk_bus_message_append_number(struct lk_bus_message *message, uint64_t number) {
  return sd->message_append_basic(raw(message), 't', &number);
}

int lk_bus_message_append_code(struct lk_bus_message *message, uint32_t code) {
  return sd->message_append_basic(raw(message), 'u', &code);
}

int lk_bus_message_append_bytes(struct lk_bus_message *message, const void *bytes, size_t count) {
  return sd->message_append_array(raw(message), 'y', bytes, count);
}

int lk_bus_send(struct lk_bus *bus, struct lk_bus_message *message) {
  return sd->send(bus->bus, raw(message), NULL);
}
