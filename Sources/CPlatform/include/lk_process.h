#ifndef LATCHKEY_PROCESS_H
#define LATCHKEY_PROCESS_H

#include <signal.h>
#include <sys/types.h>

// Forks, and ends the parent with status 0. The child continues. Returns 0 in the child, or -1 and errno. Only for a
// process with one thread.
int lk_go_on_in_background(void);

// Prevents other processes of the same user from tracing this process, reading its memory or making it dump core:
// PR_SET_DUMPABLE of prctl(2). Returns 0, or -1 and errno.
int lk_forbid_inspection(void);

// Returns the environment of this process, in order to pass it to a new process: environ(7).
char *const *lk_environment(void);

// Creates a pipe that other programs do not inherit: pipe2(2) with O_CLOEXEC. Returns 0, or -1 and errno.
int lk_pipe(int ends[2]);

// Starts a program: posix_spawn(3). The first word is its path. The program inherits only the three descriptors; -1
// stands for /dev/null. No signals are blocked, and the given signals have their default action. A set-user-ID program
// does not pass its privileges on. With `starts_session` the program has its own session from the start, so that the
// end of the terminal does not end it. Returns 0, or an errno value.
int lk_spawn(pid_t *process, char *const words[], char *const environment[], const int descriptors[3],
             const sigset_t *signals, int starts_session);

#endif
