#ifndef LATCHKEY_FAULTY_CALLS_H
#define LATCHKEY_FAULTY_CALLS_H

// A program that links this library uses its versions of the calls that change files, names of files and
// the kernel's keyrings, instead of those of the C library. This also applies to the program's libraries.
// The versions do the same, count the calls, and can make one of them fail.

// Counts calls from 1, from now on. Before the call `number`, the process is killed. If `error` is not
// 0, this call fails with that errno instead, once.
void lk_faulty_calls_begin(long number, int error);

// After that call, also makes every fsync(2) of a folder fail with `error`: of the folder at `path`, or of
// every folder if it is NULL.
void lk_faulty_calls_refuse_folders(const char *path, int error);

// From now on, records every successful call as a line in the file at `path`:
//
//     write FILE OFFSET COUNT     and so many bytes after the end of the line
//     size FILE COUNT
//     sync FILE                   fsync(2) or fdatasync(2)
//     make FILE                   a file that has no name yet
//     link FILE PATH
//     rename PATH PATH            two lines, the second path on the second one
//     unlink PATH
//     mkdir PATH
//     folder PATH                 fsync(2) of a folder
//     everything 0                syncfs(2)
//     mark NUMBER                 lk_faulty_calls_mark
//
// FILE is an inode number. A new file may have the number of an earlier file. Paths are as the kernel reports
// them.
void lk_faulty_calls_record(const char *path);

// Records a number between the calls. All earlier calls have returned.
void lk_faulty_calls_mark(long number);

// Stops counting, failing and recording calls. Returns the number of counted calls.
long lk_faulty_calls_end(void);

#endif
