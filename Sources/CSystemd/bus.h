#ifndef LATCHKEY_BUS_H
#define LATCHKEY_BUS_H

#include <stddef.h>
#include <stdint.h>

// The types and functions of sd-bus(3) that Latchkey uses, as the header of libsystemd declares them. The ABI of
// libsystemd.so.0 is stable.

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;

typedef struct {
  const char *name;
  const char *message;
  int need_free;
} sd_bus_error;

struct lk_bus_functions {
  int (*open_user)(sd_bus **bus);
  int (*open_system)(sd_bus **bus);
  sd_bus *(*flush_close_unref)(sd_bus *bus);
  int (*set_method_call_timeout)(sd_bus *bus, uint64_t microseconds);
  int (*get_unique_name)(sd_bus *bus, const char **name);
  int (*request_name)(sd_bus *bus, const char *name, uint64_t flags);
  int (*process)(sd_bus *bus, sd_bus_message **message);
  int (*flush)(sd_bus *bus);
  int (*send)(sd_bus *bus, sd_bus_message *message, uint64_t *cookie);
  int (*get_fd)(sd_bus *bus);
  int (*get_events)(sd_bus *bus);
  int (*get_timeout)(sd_bus *bus, uint64_t *microseconds);
  int (*call_method)(
      sd_bus *bus, const char *destination, const char *path, const char *interface,
      const char *member, sd_bus_error *error, sd_bus_message **reply, const char *types, ...);
  int (*get_property)(
      sd_bus *bus, const char *destination, const char *path, const char *interface,
      const char *member, sd_bus_error *error, sd_bus_message **reply, const char *type);
  int (*message_is_signal)(sd_bus_message *message, const char *interface, const char *member);
  int (*message_get_type)(sd_bus_message *message, uint8_t *type);
  int (*message_get_expect_reply)(sd_bus_message *message);
  const char *(*message_get_sender)(sd_bus_message *message);
  const char *(*message_get_path)(sd_bus_message *message);
  const char *(*message_get_interface)(sd_bus_message *message);
  const char *(*message_get_member)(sd_bus_message *message);
  const char *(*message_get_signature)(sd_bus_message *message, int complete);
  int (*message_read)(sd_bus_message *message, const char *types, ...);
  int (*message_read_basic)(sd_bus_message *message, char type, void *value);
  int (*message_read_array)(
      sd_bus_message *message, char type, const void **bytes, size_t *count);
  int (*message_enter_container)(sd_bus_message *message, char type, const char *contents);
  int (*message_exit_container)(sd_bus_message *message);
  int (*message_peek_type)(sd_bus_message *message, char *type, const char **contents);
  int (*message_skip)(sd_bus_message *message, const char *types);
  int (*message_new_method_return)(sd_bus_message *call, sd_bus_message **reply);
  int (*message_new_method_error)(
      sd_bus_message *call, sd_bus_message **reply, const sd_bus_error *error);
  int (*message_new_signal)(
      sd_bus *bus, sd_bus_message **signal, const char *path, const char *interface,
      const char *member);
  int (*message_set_destination)(sd_bus_message *message, const char *name);
  int (*message_open_container)(sd_bus_message *message, char type, const char *contents);
  int (*message_close_container)(sd_bus_message *message);
  int (*message_append_basic)(sd_bus_message *message, char type, const void *value);
  int (*message_append_array)(sd_bus_message *message, char type, const void *bytes, size_t count);
  int (*message_sensitive)(sd_bus_message *message);
  sd_bus_message *(*message_unref)(sd_bus_message *message);
  void (*error_free)(sd_bus_error *error);
};

// Loads libsystemd. Returns its functions, or NULL if the library or a function is missing. dlerror(3) returns the
// reason.
const struct lk_bus_functions *lk_bus_load(void);

// A connection of a program that calls the methods of other programs, and the reason of its last failure.
struct lk_bus_client {
  const struct lk_bus_functions *sd;
  sd_bus *bus;
  char problem[512];
};

// Connects to the bus of the user's session, or to the system bus. Returns 0, or a negative errno value with a reason;
// -ENOSYS if libsystemd or one of its functions is missing.
int lk_bus_client_open(struct lk_bus_client *client, int is_system);
void lk_bus_client_close(struct lk_bus_client *client);

// Stores the reason of a failure, and frees the error and the reply. Returns the result if it is a failure, and
// otherwise 0.
int lk_bus_client_finish(
    struct lk_bus_client *client, int result, sd_bus_error *error, sd_bus_message *reply);

// Reads a reply that is an array of texts of a type, and calls `each` with each text. Then finishes the call.
int lk_bus_client_texts(
    struct lk_bus_client *client, int result, sd_bus_error *error, sd_bus_message *reply,
    const char *type, void (*each)(void *context, const char *text), void *context);

#endif
