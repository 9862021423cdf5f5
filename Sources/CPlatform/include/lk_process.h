#ifndef LATCHKEY_PROCESS_H
#define LATCHKEY_PROCESS_H

#include <spawn.h>

// Keeps processes of the same user from tracing this one, reading its memory and making it dump core:
// PR_SET_DUMPABLE of prctl(2). 0, or -1 and errno.
int lk_forbid_inspection(void);

// The environment of this process, for one that it starts: environ(7).
char *const *lk_environment(void);

// Makes a pipe that no other program inherits: pipe2(2) with O_CLOEXEC. 0, or -1 and errno.
int lk_pipe(int ends[2]);

// Has a program that is started close every descriptor from this one on:
// posix_spawn_file_actions_addclosefrom_np(3). 0, or an errno value.
int lk_spawn_closes_from(posix_spawn_file_actions_t *actions, int descriptor);

#endif
