#ifndef LATCHKEY_LOG_H
#define LATCHKEY_LOG_H

// The object that receives this thread's log messages instead of the usual destination. It is an opaque pointer; NULL
// in a new thread.
void *lk_log_capture(void);
void lk_log_set_capture(void *capture);

#endif
