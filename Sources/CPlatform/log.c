#include "lk_log.h"

static _Thread_local void *capture_of_thread;

void *lk_log_capture(void) { return capture_of_thread; }

void lk_log_set_capture(void *capture) { capture_of_thread = capture; }
