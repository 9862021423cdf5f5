#include "bus.h"

#include <dlfcn.h>

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
                    find(library, "sd_bus_process", &functions.process) &&
                    find(library, "sd_bus_get_fd", &functions.get_fd) &&
                    find(library, "sd_bus_get_events", &functions.get_events) &&
                    find(library, "sd_bus_get_timeout", &functions.get_timeout) &&
                    find(library, "sd_bus_call_method", &functions.call_method) &&
                    find(library, "sd_bus_get_property", &functions.get_property) &&
                    find(library, "sd_bus_message_is_signal", &functions.message_is_signal) &&
                    find(library, "sd_bus_message_get_sender", &functions.message_get_sender) &&
                    find(library, "sd_bus_message_get_path", &functions.message_get_path) &&
                    find(library, "sd_bus_message_read", &functions.message_read) &&
                    find(library, "sd_bus_message_read_array", &functions.message_read_array) &&
                    find(library, "sd_bus_message_enter_container",
                         &functions.message_enter_container) &&
                    find(library, "sd_bus_message_exit_container",
                         &functions.message_exit_container) &&
                    find(library, "sd_bus_message_skip", &functions.message_skip) &&
                    find(library, "sd_bus_message_sensitive", &functions.message_sensitive) &&
                    find(library, "sd_bus_message_unref", &functions.message_unref) &&
                    find(library, "sd_bus_error_free", &functions.error_free);
  return is_complete ? &functions : NULL;
}
