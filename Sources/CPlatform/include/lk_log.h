#ifndef LATCHKEY_LOG_H
#define LATCHKEY_LOG_H

// What takes the place of the log's destination in this thread: a pointer of its owner's, NULL in a
// new thread.
void *lk_log_capture(void);
void lk_log_set_capture(void *capture);

#endif
