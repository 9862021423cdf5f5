#include "lk_journal.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

typedef int (*send_function)(const struct iovec *fields, int count);

// The address of sd_journal_sendv; 0 until the library is loaded. Several threads can safely load the library at once,
// because all threads store the same address.
static _Atomic(uintptr_t) loaded;

int lk_journal_is_available(void) {
  // sd_journal_sendv reports no error if the daemon is not running, so this function checks the socket of the daemon.
  if (access("/run/systemd/journal/socket", W_OK) != 0) return 0;
  if (atomic_load(&loaded) != 0) return 1;
  void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
  void *function = dlsym(library, "sd_journal_sendv");
  if (function == NULL) return 0;
  atomic_store(&loaded, (uintptr_t)function);
  return 1;
}

int lk_journal_send(const struct iovec *fields, int count) {
  send_function send = (send_function)atomic_load(&loaded);
  return send ? send(fields, count) : -ENOSYS;
}
