#ifndef LATCHKEY_SIGNALS_H
#define LATCHKEY_SIGNALS_H

#include <signal.h>

// Returns a descriptor that becomes readable when one of the signals is pending: signalfd(2), closed on exec. The
// caller must have blocked the signals. Returns -1 and errno on failure.
int lk_signal_descriptor(const sigset_t *signals);

#endif
