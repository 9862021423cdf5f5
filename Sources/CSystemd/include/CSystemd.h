#ifndef LATCHKEY_CSYSTEMD_H
#define LATCHKEY_CSYSTEMD_H

// The parts of libsystemd that Latchkey uses. Latchkey loads libsystemd on demand and is not linked with libsystemd.
// Therefore, programs with Latchkey also run on machines without libsystemd.

#include "lk_bus_server.h"
#include "lk_journal.h"
#include "lk_kwallet.h"
#include "lk_login_manager.h"
#include "lk_secret_service.h"

#endif
