#include "lk_signals.h"

#include <sys/signalfd.h>

int lk_signal_descriptor(const sigset_t *signals) { return signalfd(-1, signals, SFD_CLOEXEC); }
