#ifndef LATCHKEY_PROCESS_H
#define LATCHKEY_PROCESS_H

#include <signal.h>
#include <sys/types.h>

// Ends this process with status 0, while a child of it goes on: fork(2). 0 in the child, or -1 and errno. For a
// process of one thread.
int lk_go_on_in_background(void);

// Keeps processes of the same user from tracing this one, reading its memory and making it dump core:
// PR_SET_DUMPABLE of prctl(2). 0, or -1 and errno.
int lk_forbid_inspection(void);

// The environment of this process, for one that it starts: environ(7).
char *const *lk_environment(void);

// Makes a pipe that no other program inherits: pipe2(2) with O_CLOEXEC. 0, or -1 and errno.
int lk_pipe(int ends[2]);

// Starts a program, posix_spawn(3): the first of the words is its path. It gets three descriptors, -1 for
// /dev/null, and no other of this process; nothing is blocked, these signals are not ignored, and of a
// set-user-ID program it gets no rights. With `starts_session` it has a session of its own from its first
// instruction on, so that the end of the terminal does not end it. 0, or an errno value.
int lk_spawn(pid_t *process, char *const words[], char *const environment[], const int descriptors[3],
             const sigset_t *signals, int starts_session);

#endif
