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
  int (*process)(sd_bus *bus, sd_bus_message **message);
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
  const char *(*message_get_sender)(sd_bus_message *message);
  const char *(*message_get_path)(sd_bus_message *message);
  int (*message_read)(sd_bus_message *message, const char *types, ...);
  int (*message_read_array)(
      sd_bus_message *message, char type, const void **bytes, size_t *count);
  int (*message_enter_container)(sd_bus_message *message, char type, const char *contents);
  int (*message_exit_container)(sd_bus_message *message);
  int (*message_skip)(sd_bus_message *message, const char *types);
  int (*message_sensitive)(sd_bus_message *message);
  sd_bus_message *(*message_unref)(sd_bus_message *message);
  void (*error_free)(sd_bus_error *error);
};

// Loads libsystemd. Returns its functions, or NULL if the library or a function is missing. dlerror(3) returns the
// reason.
const struct lk_bus_functions *lk_bus_load(void);

#endif
