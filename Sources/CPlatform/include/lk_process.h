#ifndef LATCHKEY_PROCESS_H
#define LATCHKEY_PROCESS_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

// Forks, and ends the parent process with status 0. Returns 0 in the child, or -1 and errno if the fork fails. Only a
// process with a single thread may call this function.
int lk_go_on_in_background(void);

// Prevents other processes of the same user from tracing this process, reading its memory or making it dump core:
// PR_SET_DUMPABLE of prctl(2). Returns 0, or -1 and errno.
int lk_forbid_inspection(void);

// Returns the environment of this process: environ(7). lk_spawn passes the environment to a new process.
char *const *lk_environment(void);

// The client of a service for whom the calling thread works: a number that the thread set, or 0.
uint64_t lk_thread_client(void);
void lk_set_thread_client(uint64_t client);

// Creates a pipe that other programs do not inherit: pipe2(2) with O_CLOEXEC. Returns 0, or -1 and errno.
int lk_pipe(int ends[2]);

// Starts a program: posix_spawn(3). The first of the `words` is the path of the program. The program inherits only the
// three descriptors. The descriptor -1 stands for /dev/null. In the program, no signal is blocked, and each of the
// `signals` has its default action. A set-user-ID program does not pass its privileges to the new program. With
// `starts_session`, the new program has its own session, so that the end of the terminal does not end the program.
// Returns 0, or an errno value.
int lk_spawn(pid_t *process, char *const words[], char *const environment[], const int descriptors[3],
             const sigset_t *signals, int starts_session);

#endif
