#ifndef LATCHKEY_FAULTY_CALLS_H
#define LATCHKEY_FAULTY_CALLS_H

// This library replaces functions of the C library that change files, file names and the kernel's keyrings. In a
// program that is linked with this library, the replacement also applies to the libraries of the program. Each
// replacement calls the function of the C library, counts the calls, and can make a call fail or kill the process.

// Starts to count the calls, from 1. The call with the number `number` fails once with the errno `error`. If `error` is
// 0, this call kills the process instead.
void lk_faulty_calls_begin(long number, int error);

// From now on until the next lk_faulty_calls_begin, every fsync(2) of the folder at `path` fails with `error`. If
// `path` is NULL, the fsync(2) of every folder fails. The function has an effect only while calls are counted.
void lk_faulty_calls_refuse_folders(const char *path, int error);

// Starts to record successful calls in a new file at `path`. Each call is a line:
//
//     write FILE OFFSET COUNT     COUNT bytes follow the line
//     size FILE COUNT
//     sync FILE                   fsync(2) or fdatasync(2) of a file
//     make FILE                   creates a file without a name
//     link FILE PATH
//     rename PATH PATH            two lines: the old path ends the first line, the new path is the second
//     unlink PATH
//     mkdir PATH
//     folder PATH                 fsync(2) of a folder
//     everything 0                syncfs(2)
//     mark NUMBER                 lk_faulty_calls_mark
//
// FILE is an inode number. A new file may have the inode number of a file that no longer exists. PATH is an
// absolute path without symbolic links.
void lk_faulty_calls_record(const char *path);

// Records `number` after all calls that have returned.
void lk_faulty_calls_mark(long number);

// Stops to count, record and fail calls. Returns the number of counted calls.
long lk_faulty_calls_end(void);

#endif
