/* After a password was found and released, the memory of the process must not contain the password. After a private key
   was imported and released, the memory must not contain its private numbers. */
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { longest = 3000 };

/* Computes the password from its length, so that the searching process does not contain the password before the
   search. */
static void make(char *secret, int count) {
  unsigned state = (unsigned)count;
  for (int index = 0; index < count; index++) {
    state = state * 1664525 + 1013904223;
    secret[index] = (char)('!' + (state >> 16) % 90);
  }
}

/* Finds the password with this length, by name and by reference, and releases the password. Then reports the result and
   waits. */
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

/* Returns how many times some bytes occur in the writable memory of a process. */
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

/* A child process that runs this program, and the parent's ends of the pipes to it. */
struct child {
  pid_t process;
  int to, from;
};

static struct child start(const char *program, const char *argument) {
  struct child child = {-1, -1, -1};
  int to[2], from[2];
  if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC)) return child;
  child.process = fork();
  if (child.process == 0) {
    dup2(to[0], 0);
    dup2(from[1], 1);
    execl(program, program, argument, (char *)NULL);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  child.to = to[1];
  child.from = from[0];
  return child;
}

/* Waits until the child process has reported success. */
static void listen(struct child child) {
  char answer = 0;
  CHECK(read(child.from, &answer, 1) == 1 && answer == '.');
}

static void end(struct child child) {
  close(child.to);
  close(child.from);
  int status = -1;
  waitpid(child.process, &status, 0);
  CHECK(status == 0);
}

static void look(const char *program, int count) {
  char secret[longest], name[16];
  make(secret, count);
  snprintf(name, sizeof name, "%d", count);
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, (UInt32)strlen(name), name, 0, NULL,
                                             (UInt32)count, secret, NULL),
               errSecSuccess);
  struct child child = start(program, name);
  listen(child);
  /* The memory contains the name of the item, so the search works. */
  CHECK(occurrences(child.process, name, strlen(name)) > 0);
  CHECK(occurrences(child.process, secret, (size_t)count) == 0);
  /* The allocator overwrites the first bytes of freed memory. So the search also looks for the rest of the password
     alone. */
  CHECK(occurrences(child.process, secret + 32, (size_t)count - 32) == 0);
  end(child);
}

/* Imports the encrypted key from standard input. Keeps a copy of its numbers if `keeps` is set, and otherwise releases
   everything. */
static int import(int keeps) {
  UInt8 bytes[4096];
  unsigned size = 0;
  if (fread(&size, sizeof size, 1, stdin) != 1 || size > sizeof bytes) return 1;
  if (fread(bytes, size, 1, stdin) != 1) return 1;
  CFDataRef wrapped = CFDataCreate(NULL, bytes, size);
  SecItemImportExportKeyParameters parameters = {.passphrase = CFSTR("passphrase")};
  CFArrayRef items = NULL;
  int failed =
      SecItemImport(wrapped, NULL, NULL, NULL, 0, &parameters, NULL, &items) != errSecSuccess;
  CFRelease(wrapped);
  CFDataRef numbers = NULL;
  if (items && keeps)
    numbers = SecKeyCopyExternalRepresentation((SecKeyRef)CFArrayGetValueAtIndex(items, 0), NULL);
  if (items) CFRelease(items);
  putchar(failed ? '!' : '.');
  fflush(stdout);
  failed += getchar() != EOF;
  if (numbers) CFRelease(numbers);
  return failed;
}

static void look_for_key(const char *program) {
  CFMutableDictionaryRef query = dictionary();
  int bits = 2048;
  CFDictionarySetValue(query, kSecAttrKeyType, kSecAttrKeyTypeRSA);
  put(query, kSecAttrKeySizeInBits, CFNumberCreate(NULL, kCFNumberIntType, &bits));
  SecKeyRef key = SecKeyCreateRandomKey(query, NULL);
  CFDataRef numbers = SecKeyCopyExternalRepresentation(key, NULL), wrapped = NULL;
  SecItemImportExportKeyParameters parameters = {.passphrase = CFSTR("passphrase")};
  CHECK_STATUS(SecItemExport(key, kSecFormatWrappedPKCS8, 0, &parameters, &wrapped), errSecSuccess);
  if (!numbers || !wrapped) return;
  /* The three offsets are positions in the private exponent, the first prime and the second prime of the exported
     key. */
  const int places[] = {400, 600, 730};
  for (int keeps = 0; keeps < 2; keeps++) {
    struct child child = start(program, keeps ? "keep" : "import");
    unsigned size = (unsigned)CFDataGetLength(wrapped);
    CHECK(write(child.to, &size, sizeof size) == sizeof size);
    CHECK(write(child.to, CFDataGetBytePtr(wrapped), size) == (ssize_t)size);
    listen(child);
    for (int index = 0; index < 3; index++) {
      const char *part = (const char *)CFDataGetBytePtr(numbers) + places[index];
      CHECK((occurrences(child.process, part, 32) > 0) == (keeps == 1));
    }
    end(child);
  }
  CFRelease(wrapped);
  CFRelease(numbers);
  CFRelease(key);
  CFRelease(query);
}

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "import") == 0) return import(0);
  if (count > 1 && strcmp(arguments[1], "keep") == 0) return import(1);
  if (count > 1) return find(atoi(arguments[1]));
  /* Every password is longer than a register, because the dynamic loader can save the content of registers on the
     stack. */
  look(arguments[0], 120);
  look(arguments[0], 200);
  look(arguments[0], longest);
  look_for_key(arguments[0]);
  return report();
}
