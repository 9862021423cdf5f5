#define _GNU_SOURCE
#include "lk_test_faults.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

int lk_test_refuse_keyrings(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_add_key, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_request_key, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_keyctl, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int lk_test_refuse_peer_processes(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getsockopt, 0, 3),
      // The low half of the argument is first on little-endian machines. The number of SO_PEERPIDFD is 77.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 77, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOPROTOOPT),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int lk_test_add_key(const char *description, const void *payload, size_t size) {
  long key = syscall(SYS_add_key, "user", description, payload, size, KEY_SPEC_USER_KEYRING);
  return key < 0 ? -1 : 0;
}

int lk_test_use_keyring(void) {
  long result = syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 1);
  return result < 0 ? -1 : 0;
}

// An entry of an access control list in the kernel's format. In this format, the version number 2 precedes the entries.
struct entry {
  uint16_t tag, rights;
  uint32_t user;
};

int lk_test_let_user_read(const char *path, uint32_t user) {
  struct {
    uint32_t version;
    struct entry entries[5];
  } list = {2,
            {{0x01, 4, ~0u}, {0x02, 4, user}, {0x04, 0, ~0u}, {0x10, 4, ~0u}, {0x20, 0, ~0u}}};
  return setxattr(path, "system.posix_acl_access", &list, sizeof list, 0);
}

// Moves the memory that a line of /proc/self/maps describes into anonymous memory at the same addresses.
static int make_anonymous(const char *line) {
  unsigned long start, end;
  char rights[5];
  if (sscanf(line, "%lx-%lx %4s", &start, &end, rights) != 3) return -1;
  size_t size = end - start;
  int protection = (rights[0] == 'r' ? PROT_READ : 0) | (rights[1] == 'w' ? PROT_WRITE : 0) |
                   (rights[2] == 'x' ? PROT_EXEC : 0);
  char *copy = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) return -1;
  if (rights[0] == 'r') memcpy(copy, (void *)start, size);
  if (mprotect(copy, size, protection) != 0) return -1;
  return mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)start) == MAP_FAILED ? -1 : 0;
}

// Reads a file of /proc. Returns the number of bytes, or -1.
static ssize_t read_file(const char *path, char *buffer, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  size_t count = 0;
  ssize_t part;
  while (count + 1 < size && (part = read(file, buffer + count, size - count - 1)) > 0) count += (size_t)part;
  close(file);
  buffer[count] = 0;
  return (ssize_t)count;
}

int lk_test_replace_executable(const char *path) {
  enum { SIZE = 1 << 20 };
  static char maps[SIZE], own[4096], stat_[4096];
  ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length < 0 || read_file("/proc/self/maps", maps, SIZE) < 0 || read_file("/proc/self/stat", stat_, sizeof stat_) < 0)
    return -1;
  own[length] = 0;
  // The copies must not change the buffer with the lines, which is part of the memory that is moved.
  char *lines = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (lines == MAP_FAILED) return -1;
  memcpy(lines, maps, SIZE);
  char name[4096];
  memcpy(name, own, sizeof name);
  for (char *line = lines; *line;) {
    char *end = strchr(line, '\n');
    if (!end) break;
    *end = 0;
    char *file = strchr(line, '/');
    if (file && strcmp(file, name) == 0 && make_anonymous(line) != 0) return -1;
    line = end + 1;
  }
  // The field 3 of stat follows the name of the program, which is in parentheses.
  unsigned long long field[53] = {0};
  char *rest = strrchr(stat_, ')');
  for (int number = 3; rest && number < 53; number++) {
    rest = strchr(rest, ' ');
    if (rest) field[number] = strtoull(++rest, NULL, 10);
  }
  int executable = open(path, O_RDONLY | O_CLOEXEC);
  if (executable < 0) return -1;
  struct prctl_mm_map map = {
      .start_code = field[26], .end_code = field[27], .start_stack = field[28], .start_data = field[45],
      .end_data = field[46], .start_brk = field[47], .brk = (unsigned long long)(uintptr_t)sbrk(0),
      .arg_start = field[48], .arg_end = field[49], .env_start = field[50], .env_end = field[51],
      .exe_fd = (unsigned)executable};
  int result = prctl(PR_SET_MM, PR_SET_MM_MAP, &map, sizeof map, 0);
  int error = errno;
  close(executable);
  errno = error;
  return result;
}
