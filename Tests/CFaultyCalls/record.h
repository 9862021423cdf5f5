#ifndef LATCHKEY_RECORD_H
#define LATCHKEY_RECORD_H

#include <sys/types.h>

// Each function records one call that has succeeded. The functions have no effect while nothing is recorded
// (lk_faulty_calls_record).

void record_end(void);

// If `offset` is negative, the bytes were written directly before the current position of the file.
void record_write(int file, const void *bytes, ssize_t size, off_t offset);
void record_size(int file, off_t size);
void record_sync(int file);
void record_sync_of_everything(void);
void record_rename(int from_folder, const char *from, int to_folder, const char *to);
void record_link(int folder, const char *path);
void record_unlink(int folder, const char *path);
void record_folder(int folder, const char *path);

// Returns whether the file that a call is about to open already exists. The result is 0 while nothing is recorded.
int record_is_there(int folder, const char *path, int flags);
void record_open(int file, int folder, const char *path, int flags, int was_there);

#endif
