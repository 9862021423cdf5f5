#ifndef LATCHKEY_SIGNALS_H
#define LATCHKEY_SIGNALS_H

#include <signal.h>

// A descriptor that becomes readable while one of these signals, which the caller has blocked, is
// pending: signalfd(2), closed on exec. A descriptor, or -1 and errno.
int lk_signal_descriptor(const sigset_t *signals);

#endif
