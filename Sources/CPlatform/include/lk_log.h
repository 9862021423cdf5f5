#ifndef LATCHKEY_LOG_H
#define LATCHKEY_LOG_H

// lk_log_capture returns the object that captures the log messages of this thread. lk_log_set_capture sets this object.
// While the object is not NULL, the log messages do not go to their usual destination. In a new thread the object is
// NULL.
void *lk_log_capture(void);
void lk_log_set_capture(void *capture);

#endif
