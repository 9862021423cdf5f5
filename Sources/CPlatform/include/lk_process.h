#ifndef LATCHKEY_PROCESS_H
#define LATCHKEY_PROCESS_H

// The environment of this process, for one that it starts: environ(7).
char *const *lk_environment(void);

// Makes a pipe that no other program inherits: pipe2(2) with O_CLOEXEC. 0, or -1 and errno.
int lk_pipe(int ends[2]);

#endif
