#ifndef LATCHKEY_CSETGIDPROGRAM_H
#define LATCHKEY_CSETGIDPROGRAM_H

// The duties of a program with the set-group-ID bit. The caller of such a program chooses its environment, its
// descriptors, its limits, its signals and its working directory, and must not influence the program with them.

// The results of lk_setgid_prepare, besides 0.
enum {
  // The effective group is the real group. The program does not have the bit, or the kernel ignored the bit.
  LK_SETGID_NO_GROUP = 1,
  // The program also has another effective user.
  LK_SETGID_OTHER_USER = 2,
  // The process has more than one thread.
  LK_SETGID_THREADS = 3,
  // Other processes of the user may inspect the process, because the setting fs.suid_dumpable of the machine is 1.
  LK_SETGID_INSPECTABLE = 4,
  // A system call failed; errno has the reason.
  LK_SETGID_FAILED = 5,
};

// Removes the influence of the caller from this process.
//
// Signals get their default actions, and none is blocked. The timer of alarm(2) is stopped. The mask of file modes is
// 077. The working directory is the root folder. Limits of resources are raised to their hard limits as far as a
//      program
// needs them, and no core file is written. Descriptors above 2 are closed when a program is executed.
//
// The environment consists of a fixed PATH and of harmless variables about language, time zone and terminal. If the
// environment has other variables, the function executes the program again, with the reduced environment and the same
// arguments. The program keeps its group and its process number. No code of the program then ever sees the other
// variables, even if a library reads them before main.
//
// - kept: the names of further variables that are kept with any value, and a null pointer at the end; NULL for none. The
//   program must not use them itself. It may hand them to a program that it executes without the group.
//
// Returns 0 on success.
int lk_setgid_prepare(const char *const *kept);

// Makes the effective and the saved group equal to the real group, and prevents other processes from inspecting this
// process. Returns 0, or -1. After -1, the process may still have the group.
int lk_setgid_drop(void);

// From now on, the programs that the calling thread executes gain no privileges by the modes of their files. Returns 0, or
// -1 with errno.
int lk_setgid_forbid_privileges(void);

#endif
