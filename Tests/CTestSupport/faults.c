#define _GNU_SOURCE
#include "lk_test_faults.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

// Changes only the soft limit. A process without privileges can raise its soft limit again, up to the hard limit.
static int limit(int resource, uint64_t value) {
  struct rlimit limits;
  if (getrlimit(resource, &limits) != 0) return -1;
  limits.rlim_cur = value < limits.rlim_max ? value : limits.rlim_max;
  return setrlimit(resource, &limits);
}

int lk_test_limit_file_size(uint64_t bytes) {
  signal(SIGXFSZ, SIG_IGN);
  return limit(RLIMIT_FSIZE, bytes);
}

int lk_test_limit_processes(uint64_t count) { return limit(RLIMIT_NPROC, count); }
int lk_test_limit_descriptors(uint64_t count) { return limit(RLIMIT_NOFILE, count); }
int lk_test_limit_locked_memory(uint64_t bytes) { return limit(RLIMIT_MEMLOCK, bytes); }

int lk_test_limit_address_space(uint64_t bytes_beyond_what_is_in_use) {
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return -1;
  unsigned long pages = 0;
  int found = fscanf(file, "%lu", &pages);
  fclose(file);
  if (found != 1) return -1;
  uint64_t used = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
  return limit(RLIMIT_AS, used + bytes_beyond_what_is_in_use);
}

int lk_test_set_groups(uint32_t real, uint32_t effective) {
  if (setgroups(0, NULL) != 0) return -1;
  return setresgid(real, effective, effective);
}

int lk_test_set_user(uint32_t user) { return setresuid(user, user, user); }

int lk_test_connect_as(uint32_t user, const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (connection < 0) return -1;
  // The functions of the C library change the user of all threads.
  if (syscall(SYS_setresuid, -1, user, -1) != 0) return -1;
  int result = connect(connection, (struct sockaddr *)&address, sizeof address);
  int error = errno;
  if (syscall(SYS_setresuid, -1, 0, -1) != 0) abort();
  prctl(PR_SET_DUMPABLE, 1);
  if (result == 0) return connection;
  close(connection);
  errno = error;
  return -1;
}

int lk_test_lingering_connection(int seconds, int *other_end) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct linger linger = {1, seconds};
  *other_end = -1;
  if (bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 1) == 0 &&
      getsockname(listener, (struct sockaddr *)&address, &size) == 0 &&
      connect(connection, (struct sockaddr *)&address, size) == 0 &&
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, sizeof linger) == 0)
    *other_end = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  int error = errno;
  close(listener);
  if (*other_end < 0) {
    close(connection);
    errno = error;
    return -1;
  }
  static const char bytes[4096];
  while (send(connection, bytes, sizeof bytes, MSG_DONTWAIT) > 0) continue;
  return connection;
}

int lk_test_send_descriptors(int socket_, const void *bytes, size_t size, const int *descriptors, size_t count) {
  union {
    char bytes[CMSG_SPACE(253 * sizeof(int))];
    struct cmsghdr alignment;
  } control;
  if (count > 253) return -1;
  memset(&control, 0, sizeof control);
  struct iovec part = {(void *)bytes, size};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = CMSG_SPACE(count * sizeof(int))};
  struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(count * sizeof(int));
  memcpy(CMSG_DATA(rights), descriptors, count * sizeof(int));
  return sendmsg(socket_, &message, MSG_NOSIGNAL) == (ssize_t)size ? 0 : -1;
}

int lk_test_become(uint32_t user) {
  if (setgroups(0, 0) != 0 || setgid(user) != 0) return -1;
  return setuid(user);
}

int lk_test_private_mounts(void) {
  if (unshare(CLONE_NEWNS) != 0) return -1;
  return mount("none", "/", 0, MS_REC | MS_PRIVATE, 0);
}

int lk_test_mount_memory(const char *path, uint64_t bytes) {
  char options[64];
  snprintf(options, sizeof options, "size=%llu,mode=0700", (unsigned long long)bytes);
  return mount("tmpfs", path, "tmpfs", 0, options);
}

int lk_test_mount_again(const char *path, int is_read_only) {
  return mount("none", path, 0, MS_REMOUNT | (is_read_only ? MS_RDONLY : 0), 0);
}

static const int storm[] = {SIGALRM, SIGINT, SIGTERM};
static volatile sig_atomic_t signal_count;

static void handle(int number) {
  int error = errno;
  unsigned count = (unsigned)++signal_count;
  // The timer raises SIGALRM every millisecond. Some calls of the handler for SIGALRM also raise SIGINT or SIGTERM.
  if (number == SIGALRM && count % 3 == 0) kill(getpid(), storm[1 + count % 2]);
  errno = error;
}

int lk_test_storm_of_signals(void) {
  struct sigaction action = {0};
  action.sa_handler = handle;
  for (unsigned index = 0; index < 3; index++)
    if (sigaction(storm[index], &action, 0) != 0) return -1;
  struct itimerval interval = {{0, 1000}, {0, 1000}};
  return setitimer(ITIMER_REAL, &interval, 0);
}

uint64_t lk_test_signal_count(void) { return (uint64_t)signal_count; }

int lk_test_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int lk_test_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

void lk_test_die_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }
