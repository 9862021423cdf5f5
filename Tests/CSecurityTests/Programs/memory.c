/* Of a password that was found and given back nothing is left in the memory of the process that found it. */
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { longest = 3000 };

/* The process that finds it must not know it: it is made of a number. */
static void make(char *secret, int count) {
  unsigned state = (unsigned)count;
  for (int index = 0; index < count; index++) {
    state = state * 1664525 + 1013904223;
    secret[index] = (char)('!' + (state >> 16) % 90);
  }
}

/* Finds the password of a length, gives it back, says so and waits. By the name, or by a reference. */
static int find(int count) {
  char name[16];
  snprintf(name, sizeof name, "%d", count);
  UInt32 length = 0;
  void *bytes = NULL;
  SecKeychainItemRef item = NULL;
  int failed = SecKeychainFindGenericPassword(NULL, (UInt32)strlen(name), name, 0, NULL, &length,
                                              &bytes, &item) != errSecSuccess;
  failed += SecKeychainItemFreeContent(NULL, bytes) != errSecSuccess;
  failed += (int)length != count;
  failed += SecKeychainItemCopyContent(item, NULL, NULL, &length, &bytes) != errSecSuccess;
  failed += SecKeychainItemFreeContent(NULL, bytes) != errSecSuccess;
  putchar(failed ? '!' : '.');
  fflush(stdout);
  return getchar() == EOF && !failed ? 0 : 1;
}

/* How often bytes are in the memory that a process can write to. */
static int occurrences(pid_t process, const char *bytes, size_t count) {
  char path[64], line[512];
  snprintf(path, sizeof path, "/proc/%d/maps", process);
  FILE *maps = fopen(path, "r");
  snprintf(path, sizeof path, "/proc/%d/mem", process);
  int memory = open(path, O_RDONLY | O_CLOEXEC), found = 0;
  CHECK(maps && memory >= 0);
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long start, end;
    char rights[8];
    if (sscanf(line, "%lx-%lx %7s", &start, &end, rights) != 3 || strncmp(rights, "rw", 2)) continue;
    size_t size = end - start;
    char *copy = malloc(size);
    if (!copy) continue;
    ssize_t known = pread(memory, copy, size, (off_t)start);
    for (char *next = copy; known > 0; next++, found++) {
      next = memmem(next, (size_t)known - (size_t)(next - copy), bytes, count);
      if (!next) break;
    }
    free(copy);
  }
  if (maps) fclose(maps);
  close(memory);
  return found;
}

static void look(const char *program, int count) {
  char secret[longest], name[16];
  make(secret, count);
  snprintf(name, sizeof name, "%d", count);
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, (UInt32)strlen(name), name, 0, NULL,
                                             (UInt32)count, secret, NULL),
               errSecSuccess);
  int to[2], from[2];
  if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC)) return;
  pid_t child = fork();
  if (child == 0) {
    dup2(to[0], 0);
    dup2(from[1], 1);
    execl(program, program, name, (char *)NULL);
    _exit(127);
  }
  close(from[1]);
  char answer = 0;
  CHECK(read(from[0], &answer, 1) == 1 && answer == '.');
  /* The test itself must be able to find something. */
  CHECK(occurrences(child, name, strlen(name)) > 0);
  CHECK(occurrences(child, secret, (size_t)count) == 0);
  /* The allocator overwrites the beginning of what is freed. */
  CHECK(occurrences(child, secret + 32, (size_t)count - 32) == 0);
  close(to[0]);
  close(to[1]);
  close(from[0]);
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}

int main(int count, char **arguments) {
  if (count > 1) return find(atoi(arguments[1]));
  /* Long enough for the rest to be more than a register holds, which the loader may put on the stack. */
  look(arguments[0], 120);
  look(arguments[0], 200);
  look(arguments[0], longest);
  return report();
}
