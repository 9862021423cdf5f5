#ifndef LATCHKEY_FAULTY_CALLS_H
#define LATCHKEY_FAULTY_CALLS_H

// A program that links this has its own versions of the calls that change files, names of files and the
// kernel's keyrings, in front of those of the C library, also for the libraries it uses. They do the same,
// and count; one of them may be made to fail.

// From now on calls count from 1. At the call `number` the process is killed before it is made, or, when
// `error` is not 0, it fails with that errno value, once.
void lk_faulty_calls_begin(long number, int error);

// After that, also fails every fsync(2) of a folder with `error`: of the one of this path, or of any for NULL.
void lk_faulty_calls_refuse_folders(const char *path, int error);

// Writes down every call that succeeds from now on, in a file of this path, in which there is, a line for each:
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
// FILE is the number of an inode; that of a file that is made may have been another's. Paths are as the
// kernel knows them.
void lk_faulty_calls_record(const char *path);

// Writes a number down between the calls: what was done before it has returned.
void lk_faulty_calls_mark(long number);

// No call is made to fail any more, or written down. The number of calls that were counted.
long lk_faulty_calls_end(void);

#endif
