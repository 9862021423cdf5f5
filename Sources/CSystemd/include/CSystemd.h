#ifndef LATCHKEY_CSYSTEMD_H
#define LATCHKEY_CSYSTEMD_H

// What Latchkey uses of libsystemd, which is loaded when it is needed and never linked: programs
// start without it, and run where it is not installed.

#include "lk_journal.h"
#include "lk_secret_service.h"

#endif
