#ifndef LATCHKEY_LOG_H
#define LATCHKEY_LOG_H

// lk_log_capture returns the object that receives the log messages of this thread instead of the usual destination.
// lk_log_set_capture sets this object. The object is an opaque pointer. In a new thread the pointer is NULL.
void *lk_log_capture(void);
void lk_log_set_capture(void *capture);

#endif
