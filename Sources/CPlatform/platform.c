#define _GNU_SOURCE
#include "CPlatform.h"

#include <stdlib.h>

const char *lk_secure_getenv(const char *name) { return secure_getenv(name); }
