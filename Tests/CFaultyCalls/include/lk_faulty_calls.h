#ifndef LATCHKEY_FAULTY_CALLS_H
#define LATCHKEY_FAULTY_CALLS_H

// A program that links this has its own versions of the calls that change files, names of files and the
// kernel's keyrings, in front of those of the C library, also for the libraries it uses. They do the same,
// and count; one of them may be made to fail.

// From now on calls count from 1. At the call `number` the process is killed before it is made, or, when
// `error` is not 0, it fails with that errno value, once.
void lk_faulty_calls_begin(long number, int error);

// The same, but fails every fsync(2) of a folder with `error`.
void lk_faulty_calls_refuse_folders(int error);

// No call is made to fail any more. The number of calls that were counted.
long lk_faulty_calls_end(void);

#endif
