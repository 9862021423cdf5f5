#ifndef LATCHKEY_SIGNALS_H
#define LATCHKEY_SIGNALS_H

#include <signal.h>

// Returns a descriptor that becomes readable when one of the `signals` is pending: signalfd(2). The descriptor is
// closed on exec. The caller must block the signals before the call. Returns -1 and errno on failure.
int lk_signal_descriptor(const sigset_t *signals);

#endif
