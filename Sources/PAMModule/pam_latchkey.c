// pam_latchkey.so unlocks the keychain of a user at a login with a password (docs/login.md, pam_latchkey(8)).
//
// The module is loaded into sshd, login and sudo, which run as root. Therefore it has these properties:
//
// - It decides nothing: its functions return PAM_IGNORE, or PAM_SUCCESS for a session. No failure of the module, of
//   keychaind or of a keychain ends or delays a login. All calls of one login wait 2 seconds together.
// - It starts no process while keychaind is installed, and otherwise only the tool, as the user.
// - It keeps the password only from the authentication to the session or its renewal, in locked memory. A child of the program does
//   not have the password.
// - It changes nothing of the program: no signal handler, no environment, no descriptor, no child that wait(2) returns.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAM_SM_AUTH
#define PAM_SM_ACCOUNT
#define PAM_SM_SESSION
#define PAM_SM_PASSWORD
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <security/pam_modutil.h>

#ifndef LATCHKEY_TOOL
#define LATCHKEY_TOOL "/usr/local/bin/security"
#endif
#define CONFIGURATION "/etc/latchkey/service.plist"
#define SOCKET "/run/keychaind/socket"

// The headers of older systems do not define these values.
#ifndef CLONE_PIDFD
#define CLONE_PIDFD 0x1000
#endif
#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif
#ifndef __WALL
#define __WALL 0x40000000
#endif
enum { identifies_by_descriptor = 3 /* P_PIDFD */ };

// The limits of keychaind (LoginPacket.swift).
enum { largest_user = 255, largest_password = 1024 };
// The milliseconds that all calls of one login wait together, and the part of this time that the end of a tool may take.
enum { patience = 1950, end_of_tool = 100 };
// Services have smaller user numbers than persons.
enum { first_person = 1000 };

// MARK: The password

// The state of one PAM handle, in pages of its own.
struct login {
  // A child of the program reads zeros.
  uint32_t magic;
  // The milliseconds that the calls of this handle may still wait.
  int32_t patience;
  // The user whose password it is.
  char user[largest_user + 1];
  char password[largest_password + 1];
};

enum { login_magic = 0x4c4b5041 };
static const char login_name[] = "latchkey_login";

// Memory for secrets: not swapped, not in a core file, and zero in a child. NULL without memory.
static void *secret_memory(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  // A child of the program must not have the password. The other two are refused by some limits.
  if (madvise(memory, size, MADV_WIPEONFORK) != 0) {
    munmap(memory, size);
    return NULL;
  }
  mlock(memory, size);
  madvise(memory, size, MADV_DONTDUMP);
  return memory;
}

static void release(void *memory, size_t size) {
  explicit_bzero(memory, size);
  munmap(memory, size);
}

static void end_login(pam_handle_t *handle, void *data, int status) {
  (void)handle;
  (void)status;
  if (data) release(data, sizeof(struct login));
}

// The state of a handle, which is made if necessary. NULL without memory.
static struct login *login_of(pam_handle_t *handle) {
  const void *data = NULL;
  if (pam_get_data(handle, login_name, &data) == PAM_SUCCESS && data &&
      ((const struct login *)data)->magic == login_magic)
    return (struct login *)data;
  struct login *login = secret_memory(sizeof *login);
  if (!login) return NULL;
  login->magic = login_magic;
  login->patience = patience;
  if (pam_set_data(handle, login_name, login, end_login) == PAM_SUCCESS) return login;
  release(login, sizeof *login);
  return NULL;
}

static void forget(struct login *login) {
  explicit_bzero(login->user, sizeof login->user);
  explicit_bzero(login->password, sizeof login->password);
}

// A text item of a handle; NULL when it is absent, empty or too long.
static const char *item(pam_handle_t *handle, int kind, size_t largest) {
  const void *value = NULL;
  if (pam_get_item(handle, kind, &value) != PAM_SUCCESS || !value) return NULL;
  size_t length = strnlen(value, largest + 1);
  return length > 0 && length <= largest ? value : NULL;
}

static const char *user_of(pam_handle_t *handle) { return item(handle, PAM_USER, largest_user); }

static void keep(struct login *login, const char *user, const char *password) {
  forget(login);
  strcpy(login->user, user);
  strcpy(login->password, password);
}

// MARK: The packet

enum operation { logged_in = 1, changed = 2, replaced = 3 };
enum kind { challenge = 3, proof = 4, report = 9 };
enum { header_size = 24, largest_packet = header_size + 1 + 3 * 2 + largest_user + 2 * largest_password };

struct packet {
  size_t size;
  unsigned char bytes[largest_packet];
};

static void put(struct packet *packet, uint64_t number, size_t size) {
  for (size_t index = 0; index < size; index++) packet->bytes[packet->size++] = (unsigned char)(number >> (8 * index));
}

static void put_text(struct packet *packet, const char *text) {
  size_t size = text ? strlen(text) : 0;
  put(packet, size, 2);
  if (size > 0) memcpy(packet->bytes + packet->size, text, size);
  packet->size += size;
}

// Makes the header of a packet: version, kind, flags, number and length of the body.
static void put_header(struct packet *packet, enum kind kind, size_t length) {
  put(packet, 1, 2);
  put(packet, kind, 2);
  put(packet, 0, 4);
  put(packet, 0, 8);
  put(packet, length, 8);
}

static void make_report(struct packet *packet, enum operation operation, const char *user, const char *password,
                        const char *new_password) {
  packet->size = header_size;
  put(packet, operation, 1);
  put_text(packet, user);
  put_text(packet, password);
  put_text(packet, new_password);
  size_t size = packet->size;
  packet->size = 0;
  put_header(packet, report, size - header_size);
  packet->size = size;
}

// MARK: Time

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits for an event of a descriptor. Returns whether the event came in time.
static int waits_for(int descriptor, short event, int64_t end) {
  while (1) {
    int64_t rest = end - now();
    if (rest <= 0) return 0;
    struct pollfd entry = {.fd = descriptor, .events = event};
    int count = poll(&entry, 1, (int)rest);
    if (count > 0) return 1;
    if (count < 0 && errno != EINTR) return 0;
  }
}

// MARK: Files that only root can change

// Whether only root can change a file, and the folders above it. No part of the path may be a symbolic link. `kind` is the
// type of the file.
static int is_of_root(const char *path, mode_t kind) {
  if (path[0] != '/') return 0;
  int folder = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  const char *rest = path;
  while (folder >= 0) {
    struct stat status;
    if (fstat(folder, &status) != 0 || status.st_uid != 0 ||
        (!S_ISSOCK(status.st_mode) && (status.st_mode & (S_IWGRP | S_IWOTH))))
      break;
    while (*rest == '/') rest++;
    if (*rest == 0) {
      close(folder);
      return (status.st_mode & S_IFMT) == kind;
    }
    char name[256];
    size_t length = strcspn(rest, "/");
    if (length >= sizeof name || !S_ISDIR(status.st_mode)) break;
    memcpy(name, rest, length);
    name[length] = 0;
    rest += length;
    int next = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    close(folder);
    folder = next;
  }
  if (folder >= 0) close(folder);
  return 0;
}

// MARK: With keychaind

// Connects to a socket. Returns -1 when no server accepts the connection in time.
static int connect_to(const char *path, int64_t end) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  while (descriptor >= 0) {
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    if (errno == EINTR && now() < end) continue;
    // The queue of the listener is full. The kernel reports no event when it has a place again.
    if (errno != EAGAIN || now() + 20 >= end) break;
    struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
    nanosleep(&pause, NULL);
  }
  if (descriptor >= 0) close(descriptor);
  return -1;
}

static int sends(int descriptor, const void *bytes, size_t size, int64_t end) {
  while (1) {
    if (send(descriptor, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)size) return 1;
    if (errno == EINTR && now() < end) continue;
    if (errno != EAGAIN || !waits_for(descriptor, POLLOUT, end)) return 0;
  }
}

// Receives a packet. Returns its size; 0 at the end of the connection or of the time.
static size_t receives(int descriptor, void *bytes, size_t size, int64_t end) {
  while (waits_for(descriptor, POLLIN, end)) {
    ssize_t count = recv(descriptor, bytes, size, MSG_DONTWAIT);
    if (count >= 0) return (size_t)count;
    if (errno != EINTR && errno != EAGAIN) return 0;
  }
  return 0;
}

// Sends a report to keychaind, and waits for the answer, so that the session begins with an open keychain.
static void tell_service(const char *path, const struct packet *report, int64_t end) {
  if (!is_of_root(path, S_IFSOCK)) return;
  int descriptor = connect_to(path, end);
  if (descriptor < 0) return;
  struct ucred server;
  socklen_t size = sizeof server;
  // Before keychaind has started, the service manager listens as root.
  int is_service =
      getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &server, &size) == 0 && server.uid < first_person;
  if (is_service && sends(descriptor, report->bytes, report->size, end)) {
    unsigned char answer[256];
    size_t count = receives(descriptor, answer, sizeof answer, end);
    // Without pidfds of peers, the service asks for its random number from the process that connected.
    if (count > header_size && answer[2] == challenge) {
      answer[2] = proof;
      if (sends(descriptor, answer, count, end)) receives(descriptor, answer, sizeof answer, end);
    }
  }
  close(descriptor);
}

// MARK: Without keychaind

static long set_user(uid_t user, gid_t group) {
  // The functions of the C library wait for the other threads of the program, which do not exist in the child.
#ifdef SYS_setresuid32
  if (syscall(SYS_setgroups32, 0, NULL) != 0 || syscall(SYS_setresgid32, group, group, group) != 0) return -1;
  return syscall(SYS_setresuid32, user, user, user);
#else
  if (syscall(SYS_setgroups, 0, NULL) != 0 || syscall(SYS_setresgid, group, group, group) != 0) return -1;
  return syscall(SYS_setresuid, user, user, user);
#endif
}

// Makes a child without the handlers of the C library for a fork. The child shares nothing with its parent. Returns the
// result of clone(2), and a descriptor of the child in the parent.
static long make_child(int end_signal, int *descriptor) {
  return syscall(SYS_clone, (unsigned long)(CLONE_PIDFD | end_signal), NULL, descriptor, NULL, NULL);
}

static void kill_child(int descriptor) { syscall(SYS_pidfd_send_signal, descriptor, SIGKILL, NULL, 0); }

static void collect_child(int descriptor) {
  siginfo_t information;
  waitid((idtype_t)identifies_by_descriptor, (id_t)descriptor, &information, WEXITED | WNOHANG | __WALL);
}

// Lets the program that this process executes keep a few capabilities, which no program of the user has together. The
// kernel lets a program inspect another one only if it has all capabilities of the other one. So no program of the user can
// trace the tool or read its memory, not even before the tool has protected itself. This process has the capabilities of
// root, and its user is the user of the tool already. Returns 0 if no such capability is left.
static int keep_capabilities(void) {
  // The capabilities with the least power. Some containers have only the last ones. Programs of a user may have the first
  // one, because systemd gives it to sessions (pam_systemd, since version 254), and programs that listen may have the last.
  static const int candidates[] = {CAP_WAKE_ALARM, CAP_BLOCK_SUSPEND, CAP_LEASE, CAP_AUDIT_WRITE, CAP_NET_BIND_SERVICE};
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct had[2], kept[2] = {{0}, {0}};
  if (syscall(SYS_capget, &header, had) != 0) return 0;
  for (size_t index = 0; index < sizeof candidates / sizeof *candidates; index++) {
    uint32_t bit = 1U << (candidates[index] % 32) & had[candidates[index] / 32].permitted;
    kept[candidates[index] / 32].permitted |= bit;
    kept[candidates[index] / 32].inheritable |= bit;
  }
  if (syscall(SYS_capset, &header, kept) != 0) return 0;
  int is_hidden = 0;
  for (size_t index = 0; index < sizeof candidates / sizeof *candidates; index++) {
    int number = candidates[index];
    if ((kept[number / 32].permitted >> (number % 32) & 1) == 0) continue;
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, number, 0, 0) != 0) return 0;
    is_hidden |= number != CAP_WAKE_ALARM && number != CAP_NET_BIND_SERVICE;
  }
  return is_hidden;
}

// Executes the tool as a user, in a process of its own.
_Noreturn static void execute(const char *tool, char *const environment[], uid_t user, gid_t group) {
  char *const arguments[] = {"security", "apply-login-password", NULL};
  pid_t parent = getppid();
  struct rlimit none = {0, 0};
  umask(077);
  if (setsid() < 0 || chdir("/") != 0 || setrlimit(RLIMIT_CORE, &none) != 0 || prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) != 0 ||
      set_user(user, group) != 0 || getuid() != user || geteuid() != user || getgid() != group || !keep_capabilities() ||
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      // Another user would clear the signal, so it is set last.
      prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent)
    _exit(127);
  sigset_t empty;
  sigemptyset(&empty);
  sigprocmask(SIG_SETMASK, &empty, NULL);
  execve(tool, arguments, environment);
  _exit(127);
}

// Runs the tool, and ends it when the time is over. This process never executes a program: the kernel would then send a
// signal to the program of the module when this process ends.
_Noreturn static void supervise(const char *tool, char *const environment[], int input, uid_t user, gid_t group,
                                int64_t end) {
  // The numbers 0 to 2 may be free.
  input = fcntl(input, F_DUPFD, 3);
  int null = open("/dev/null", O_RDWR);
  if (null >= 0) null = fcntl(null, F_DUPFD, 3);
  if (input < 0 || null < 0 || dup2(input, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0) _exit(127);
  // The program may have descriptors that the user must not have.
  if (syscall(SYS_close_range, 3U, ~0U, 0) != 0) _exit(127);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &standard, NULL);
  int process = -1;
  long child = make_child(SIGCHLD, &process);
  if (child == 0) execute(tool, environment, user, group);
  if (child < 0) _exit(127);
  if (!waits_for(process, POLLIN, end)) {
    kill_child(process);
    waits_for(process, POLLIN, now() + end_of_tool / 2);
  }
  collect_child(process);
  _exit(0);
}

// Runs the tool as the user. The program of the module gets no signal, and its functions wait(2) return no foreign child.
static void run_as_user(pam_handle_t *handle, const char *tool, const char *name, const struct packet *report,
                        int64_t end) {
  if (!is_of_root(tool, S_IFREG)) return;
  const struct passwd *account = pam_modutil_getpwnam(handle, name);
  if (!account || !account->pw_dir) return;
  uid_t user = account->pw_uid;
  gid_t group = account->pw_gid;
  char home[4096] = "HOME=";
  size_t length = strlen(home);
  if (strlen(account->pw_dir) >= sizeof home - length) return;
  strcpy(home + length, account->pw_dir);
  char *const environment[] = {home, "PATH=/usr/bin:/bin", "LANG=C.UTF-8", NULL};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
  // The pipe has room for the packet, and both ends are open.
  int is_written = write(ends[1], report->bytes, report->size) == (ssize_t)report->size;
  close(ends[1]);
  int process = -1;
  if (is_written) {
    // No handler of the program may run in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    long child = make_child(0, &process);
    if (child == 0) supervise(tool, environment, ends[0], user, group, end - end_of_tool);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (child < 0) process = -1;
  }
  close(ends[0]);
  if (process < 0) return;
  // The child ends the tool before.
  if (!waits_for(process, POLLIN, end - end_of_tool / 2)) {
    kill_child(process);
    waits_for(process, POLLIN, end);
  }
  collect_child(process);
  close(process);
}

// MARK: The module

static const char *option(const char *name, int count, const char **words, const char *standard) {
  size_t length = strlen(name);
  for (int index = 0; index < count; index++)
    if (strncmp(words[index], name, length) == 0) return words[index] + length;
  return standard;
}

// Reports a login to the keychain of the user: in keychaind, or in files of the user.
static void tell(pam_handle_t *handle, struct login *login, enum operation operation, const char *user,
                 const char *password, const char *new_password, int count, const char **words) {
  if (login->patience <= 0) return;
  struct packet *packet = secret_memory(sizeof *packet);
  if (!packet) return;
  make_report(packet, operation, user, password, new_password);
  int64_t begin = now();
  int64_t end = begin + login->patience;
  struct stat status;
  // When the configuration cannot be read, the machine has the service.
  if (lstat(CONFIGURATION, &status) != 0 && (errno == ENOENT || errno == ENOTDIR))
    run_as_user(handle, option("tool=", count, words, LATCHKEY_TOOL), user, packet, end);
  else
    tell_service(option("socket=", count, words, SOCKET), packet, end);
  release(packet, sizeof *packet);
  login->patience -= (int32_t)(now() - begin);
}

#define EXPORTED __attribute__((visibility("default")))

// Keeps the password that another module asked for.
EXPORTED int pam_sm_authenticate(pam_handle_t *handle, int flags, int count, const char **words) {
  (void)flags;
  (void)count;
  (void)words;
  if (geteuid() != 0) return PAM_IGNORE;
  int error = errno;
  struct login *login = login_of(handle);
  const char *user = user_of(handle);
  const char *password = item(handle, PAM_AUTHTOK, largest_password);
  if (login) {
    // The password of an earlier attempt is not the password of this one. A program may use a handle for several logins.
    forget(login);
    login->patience = patience;
    if (user && password) keep(login, user, password);
  }
  errno = error;
  return PAM_IGNORE;
}

// Unlocks the keychain with the kept password.
static void unlock(pam_handle_t *handle, int count, const char **words) {
  const void *data = NULL;
  if (geteuid() != 0 || pam_get_data(handle, login_name, &data) != PAM_SUCCESS || !data) return;
  struct login *login = (struct login *)data;
  if (login->magic != login_magic) return;
  int error = errno;
  const char *user = user_of(handle);
  // sudo asks for the password of its caller, and acts for another user.
  if (user && login->password[0] && strcmp(user, login->user) == 0)
    tell(handle, login, logged_in, user, login->password, NULL, count, words);
  forget(login);
  errno = error;
}

// The lock of a screen opens no session. After it has proven the password, it renews the credentials of the user.
EXPORTED int pam_sm_setcred(pam_handle_t *handle, int flags, int count, const char **words) {
  if (flags & (PAM_REINITIALIZE_CRED | PAM_REFRESH_CRED)) unlock(handle, count, words);
  return PAM_IGNORE;
}

EXPORTED int pam_sm_acct_mgmt(pam_handle_t *handle, int flags, int count, const char **words) {
  (void)handle;
  (void)flags;
  (void)count;
  (void)words;
  return PAM_IGNORE;
}

EXPORTED int pam_sm_open_session(pam_handle_t *handle, int flags, int count, const char **words) {
  (void)flags;
  unlock(handle, count, words);
  return PAM_SUCCESS;
}

EXPORTED int pam_sm_close_session(pam_handle_t *handle, int flags, int count, const char **words) {
  (void)handle;
  (void)flags;
  (void)count;
  (void)words;
  return PAM_SUCCESS;
}

// Changes the passcode with the login password, after another module has changed the login password.
EXPORTED int pam_sm_chauthtok(pam_handle_t *handle, int flags, int count, const char **words) {
  if (!(flags & PAM_UPDATE_AUTHTOK) || geteuid() != 0) return PAM_IGNORE;
  int error = errno;
  const char *user = user_of(handle);
  const void *present = NULL;
  // A password that is too long is also a new password.
  int is_new = pam_get_item(handle, PAM_AUTHTOK, &present) == PAM_SUCCESS && present;
  const char *old = item(handle, PAM_OLDAUTHTOK, largest_password);
  const char *new = item(handle, PAM_AUTHTOK, largest_password);
  struct login *login = user && is_new ? login_of(handle) : NULL;
  if (login) {
    // A login with an expired password opens its session with the new one.
    int is_kept = login->password[0] && strcmp(user, login->user) == 0;
    forget(login);
    if (is_kept && new) keep(login, user, new);
    if (old && new)
      tell(handle, login, changed, user, old, new, count, words);
    else
      tell(handle, login, replaced, user, NULL, NULL, count, words);
  }
  errno = error;
  return PAM_IGNORE;
}
