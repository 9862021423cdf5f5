#ifndef LATCHKEY_RECORD_H
#define LATCHKEY_RECORD_H

#include <sys/types.h>

// These functions record a call that was made. They have an effect only while recording is on
// (lk_faulty_calls_record).

void record_end(void);

// A negative offset means the current position of the file.
void record_write(int file, const void *bytes, ssize_t size, off_t offset);
void record_size(int file, off_t size);
void record_sync(int file);
void record_sync_of_everything(void);
void record_rename(int from_folder, const char *from, int to_folder, const char *to);
void record_link(int folder, const char *path);
void record_unlink(int folder, const char *path);
void record_folder(int folder, const char *path);

// Whether a path that is to be opened exists already.
int record_is_there(int folder, const char *path, int flags);
void record_open(int file, int folder, const char *path, int flags, int was_there);

#endif
