#ifndef LATCHKEY_CSYSTEMD_H
#define LATCHKEY_CSYSTEMD_H

// The used parts of libsystemd. The library is loaded on demand and never linked: programs start without it, and also
// run where it is not installed.

#include "lk_journal.h"
#include "lk_secret_service.h"

#endif
