#ifndef LATCHKEY_JOURNAL_H
#define LATCHKEY_JOURNAL_H

#include <sys/uio.h>

// Returns whether the journal can be written: libsystemd and the socket of the journal daemon exist. Loads the
// library.
int lk_journal_is_available(void);

// Sends an entry: sd_journal_sendv(3). Each field has the form NAME=value. Returns 0, or a negative errno value;
// -ENOSYS if lk_journal_is_available has not returned true.
int lk_journal_send(const struct iovec *fields, int count);

#endif
