#ifndef LATCHKEY_CSYSTEMD_H
#define LATCHKEY_CSYSTEMD_H

// The parts of libsystemd that Latchkey uses. Programs load libsystemd on demand and are not linked with it, so they
// also run on machines without libsystemd.

#include "lk_journal.h"
#include "lk_secret_service.h"

#endif
