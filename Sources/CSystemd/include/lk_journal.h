#ifndef LATCHKEY_JOURNAL_H
#define LATCHKEY_JOURNAL_H

#include <sys/uio.h>

// Returns whether this process can write to the journal: libsystemd exists, and the socket of the journal daemon is
// writable. Loads libsystemd.
int lk_journal_is_available(void);

// Sends an entry to the journal: sd_journal_sendv(3). Each field has the form NAME=value. Returns 0, or a negative
// errno value: -ENOSYS if lk_journal_is_available has not returned true before.
int lk_journal_send(const struct iovec *fields, int count);

#endif
