#define _GNU_SOURCE
#include "CSetgidProgram.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

// MARK: The environment

static const char *const search_path = "PATH=/usr/bin:/bin";

static int has_prefix(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

// Whether a value contains only characters that are neither part of a path nor of a format. A time zone is the relative
// path of a file below a fixed folder.
static int is_plain(const char *value, int is_time_zone) {
  if (strlen(value) > 128 || strstr(value, "..")) return 0;
  if (is_time_zone && (value[0] == '/' || value[0] == ':')) return 0;
  for (; *value; value++) {
    int is_letter = (*value >= 'a' && *value <= 'z') || (*value >= 'A' && *value <= 'Z');
    int is_digit = *value >= '0' && *value <= '9';
    if (is_letter || is_digit || strchr("_-+.,:@", *value)) continue;
    if (is_time_zone && *value == '/') continue;
    return 0;
  }
  return 1;
}

// Whether a variable has one of the names.
static int is_named(const char *variable, const char *const *names) {
  const char *value = strchr(variable, '=');
  for (; value && names && *names; names++)
    if (strlen(*names) == (size_t)(value - variable) && has_prefix(variable, *names)) return 1;
  return 0;
}

static int is_harmless(const char *variable) {
  static const char *const names[] = {"LANG=", "LANGUAGE=", "TERM=", "COLORTERM=", "NO_COLOR="};
  const char *value = strchr(variable, '=');
  if (!value) return 0;
  if (has_prefix(variable, "TZ=")) return is_plain(value + 1, 1);
  int is_known = has_prefix(variable, "LC_");
  for (size_t index = 0; index < sizeof names / sizeof *names; index++)
    is_known = is_known || has_prefix(variable, names[index]);
  return is_known && is_plain(value + 1, 0);
}

static int is_reduced(char *const *variables, const char *const *kept) {
  int has_path = 0;
  for (char *const *variable = variables; variable && *variable; variable++) {
    if (strcmp(*variable, search_path) == 0) {
      has_path = 1;
    } else if (!is_harmless(*variable) && !is_named(*variable, kept)) {
      return 0;
    }
  }
  return has_path;
}

static char **arguments;
// The environment with which the program was executed; NULL if there was no memory for the list.
static char **first_environment;

// The C library passes the arguments and the environment of the execution to constructors. Libraries may add variables
// later, which do not come from the caller.
__attribute__((constructor)) static void keep_arguments(int count, char **words, char **variables) {
  if (count > 0) arguments = words;
  size_t number = 0;
  while (variables && variables[number]) number++;
  first_environment = calloc(number + 1, sizeof *first_environment);
  if (first_environment && number > 0) memcpy(first_environment, variables, number * sizeof *first_environment);
}

// Executes the program again with the reduced environment. Returns only if this fails.
//
// /proc/self/exe is the file of this process, even if its path names another file by now. Another program must never be
// executed here, because it would keep the effective group.
static int execute_again(const char *const *kept) {
  size_t count = 0;
  while (environ && environ[count]) count++;
  const char **reduced = calloc(count + 2, sizeof *reduced);
  if (!reduced) return LK_SETGID_FAILED;
  size_t next = 0;
  reduced[next++] = search_path;
  for (size_t index = 0; index < count; index++)
    if (is_harmless(environ[index]) || is_named(environ[index], kept)) reduced[next++] = environ[index];
  execve("/proc/self/exe", arguments, (char *const *)reduced);
  int error = errno;
  free(reduced);
  errno = error;
  return LK_SETGID_FAILED;
}

// MARK: Other state that a program inherits

static void reset_signals(void) {
  struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &never, NULL);
  // SIGKILL, SIGSTOP and the signals of the C library cannot be changed, and are never ignored.
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void raise_limit(__rlimit_resource_t resource, rlim_t needed) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= needed) return;
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > needed ? needed : limit.rlim_max;
  setrlimit(resource, &limit);
}

static void reset_limits(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  raise_limit(RLIMIT_NOFILE, 1024);
  raise_limit(RLIMIT_STACK, 8 << 20);
  raise_limit(RLIMIT_AS, RLIM_INFINITY);
  raise_limit(RLIMIT_DATA, RLIM_INFINITY);
  raise_limit(RLIMIT_FSIZE, RLIM_INFINITY);
  raise_limit(RLIMIT_CPU, RLIM_INFINITY);
  raise_limit(RLIMIT_NPROC, RLIM_INFINITY);
  raise_limit(RLIMIT_MEMLOCK, RLIM_INFINITY);
}

static void keep_descriptors_from_programs(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
  // Kernels before 5.11.
  for (int descriptor = 3; descriptor < 65536; descriptor++) {
    int flags = fcntl(descriptor, F_GETFD);
    if (flags >= 0) fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
  }
}

// The number of threads; 0 if it is unknown. The folder has an entry for each thread, and two further links.
static unsigned long thread_count(void) {
  struct stat status;
  return stat("/proc/self/task", &status) == 0 && status.st_nlink > 2 ? status.st_nlink - 2 : 0;
}

int lk_setgid_prepare(const char *const *kept) {
  // The loader removes the variables of the C library and of itself only for a program with AT_SECURE.
  if (getegid() == getgid() || getauxval(AT_SECURE) == 0) return LK_SETGID_NO_GROUP;
  if (geteuid() != getuid()) return LK_SETGID_OTHER_USER;
  unsigned long threads = thread_count();
  if (threads == 0) {
    errno = ENOENT;
    return LK_SETGID_FAILED;
  }
  if (threads > 1) return LK_SETGID_THREADS;
  // The kernel makes a program with the bit inspectable only if fs.suid_dumpable is 1. It would do so again when the
  // group is dropped.
  if (prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 1) return LK_SETGID_INSPECTABLE;
  reset_signals();
  reset_limits();
  umask(077);
  if (chdir("/") != 0) return LK_SETGID_FAILED;
  keep_descriptors_from_programs();
  return first_environment && is_reduced(first_environment, kept) ? 0 : execute_again(kept);
}

int lk_setgid_drop(void) {
  gid_t real, effective, saved;
  if (getresgid(&real, &effective, &saved) != 0) return -1;
  // In a user namespace that does not map the group of the process, the group cannot be set.
  if ((effective != real || saved != real) && setresgid(real, real, real) != 0) return -1;
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -1;
  return getresgid(&real, &effective, &saved) == 0 && effective == real && saved == real ? 0 : -1;
}

int lk_setgid_forbid_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
