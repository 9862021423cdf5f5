#ifndef LATCHKEY_JOURNAL_H
#define LATCHKEY_JOURNAL_H

#include <sys/uio.h>

// Whether the journal can be written: libsystemd is there, and the socket of its daemon. Loads the
// library.
int lk_journal_is_available(void);

// Sends an entry, each field as NAME=value: sd_journal_sendv(3). 0, or a negative errno value;
// -ENOSYS unless lk_journal_is_available said that it is.
int lk_journal_send(const struct iovec *fields, int count);

#endif
