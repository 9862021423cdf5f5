#define _GNU_SOURCE
#include "lk_sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/sockios.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The headers of older systems do not define these numbers.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif
#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U
#endif

static int close_and_fail(int descriptor) {
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

static int address_of(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(address->sun_path, path, length);
  return 0;
}

int lk_socket_listen(const char *path, int backlog, mode_t mode) {
  struct sockaddr_un address;
  if (address_of(path, &address) != 0) return -1;
  int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0) return close_and_fail(listener);
  if (chmod(path, mode) != 0 || lk_socket_adopt_listener(listener, backlog) != 0) return close_and_fail(listener);
  return listener;
}

static int64_t monotonic_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int lk_socket_connect(const char *path, int milliseconds) {
  struct sockaddr_un address;
  if (address_of(path, &address) != 0) return -1;
  int socket_ = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return -1;
  int64_t end = monotonic_milliseconds() + milliseconds;
  while (1) {
    // A signal ends connect(2). The next attempt waits only for the rest of the time. The time limit 0 would mean none.
    int64_t rest = end - monotonic_milliseconds();
    if (rest <= 0) {
      errno = EAGAIN;
      return close_and_fail(socket_);
    }
    if (lk_socket_set_timeout(socket_, (int)rest) != 0) return close_and_fail(socket_);
    if (connect(socket_, (struct sockaddr *)&address, sizeof address) == 0) return socket_;
    if (errno != EINTR) return close_and_fail(socket_);
  }
}

int lk_socket_accept(int listener) {
  while (1) {
    int socket_ = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket_ < 0 && errno == EINTR) continue;
    if (socket_ < 0) return -1;
    // A connection from before lk_socket_adopt_listener does not have the option yet.
    int one = 1;
    if (setsockopt(socket_, SOL_SOCKET, SO_PASSCRED, &one, sizeof one) != 0) return close_and_fail(socket_);
    return socket_;
  }
}

int lk_socket_adopt_listener(int listener, int backlog) {
  int one = 1;
  int flags = fcntl(listener, F_GETFL);
  if (flags < 0 || fcntl(listener, F_SETFL, flags | O_NONBLOCK) != 0) return -1;
  if (fcntl(listener, F_SETFD, FD_CLOEXEC) != 0) return -1;
  if (setsockopt(listener, SOL_SOCKET, SO_PASSCRED, &one, sizeof one) != 0) return -1;
  // Kernels before 6.16 do not have SO_PASSRIGHTS. Then lk_socket_peek and lk_sockets_drop handle the descriptors.
  int zero = 0;
  setsockopt(listener, SOL_SOCKET, SO_PASSRIGHTS, &zero, sizeof zero);
  return listen(listener, backlog);
}

static int option(int socket_, int name) {
  int value = 0;
  socklen_t size = sizeof value;
  return getsockopt(socket_, SOL_SOCKET, name, &value, &size) == 0 ? value : -1;
}

int lk_socket_refuses_descriptors(int socket_) { return option(socket_, SO_PASSRIGHTS) == 0; }

int lk_socket_is_listener(int descriptor) {
  return option(descriptor, SO_ACCEPTCONN) == 1 && option(descriptor, SO_TYPE) == SOCK_SEQPACKET &&
         option(descriptor, SO_DOMAIN) == AF_UNIX;
}

int lk_socket_set_timeout(int socket_, int milliseconds) {
  struct timeval time = {milliseconds / 1000, milliseconds % 1000 * 1000};
  if (setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time) != 0) return -1;
  return setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

int lk_socket_send(int socket_, const void *header, size_t header_size, const void *body, size_t body_size,
                   int descriptor, int waits) {
  struct iovec parts[2] = {{(void *)header, header_size}, {(void *)body, body_size}};
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = body_size > 0 ? 2 : 1};
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(rights), &descriptor, sizeof(int));
  }
  while (1) {
    if (sendmsg(socket_, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT)) >= 0) return 0;
    if (errno != EINTR) return -1;
  }
}

ssize_t lk_socket_receive(int socket_, void *buffer, size_t size, struct lk_packet *packet, int takes_descriptor,
                          int waits) {
  struct iovec part = {buffer, size};
  // The space for one descriptor can have room for a second one, because CMSG_SPACE rounds up.
  union {
    char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes};
  // The kernel stores the credentials first. They leave no space for a descriptor.
  message.msg_controllen = takes_descriptor ? sizeof control.bytes : CMSG_SPACE(sizeof(struct ucred));
  packet->descriptor = -1;
  packet->sender = 0;
  int has_several = 0;
  ssize_t count;
  do count = recvmsg(socket_, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
  while (count < 0 && errno == EINTR);
  if (count < 0) return -1;
  for (struct cmsghdr *part_ = CMSG_FIRSTHDR(&message); part_; part_ = CMSG_NXTHDR(&message, part_)) {
    if (part_->cmsg_level != SOL_SOCKET) continue;
    if (part_->cmsg_type == SCM_CREDENTIALS) {
      struct ucred credentials;
      memcpy(&credentials, CMSG_DATA(part_), sizeof credentials);
      packet->sender = credentials.pid;
    } else if (part_->cmsg_type == SCM_RIGHTS) {
      size_t descriptor_count = (part_->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (size_t index = 0; index < descriptor_count; index++) {
        int descriptor;
        memcpy(&descriptor, CMSG_DATA(part_) + index * sizeof(int), sizeof descriptor);
        if (packet->descriptor < 0) {
          packet->descriptor = descriptor;
        } else {
          close(descriptor);
          has_several = 1;
        }
      }
    }
  }
  if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0 && !has_several) return count;
  if (packet->descriptor >= 0) close(packet->descriptor);
  packet->descriptor = -1;
  explicit_bzero(buffer, size);
  errno = EMSGSIZE;
  return -1;
}

int lk_socket_peek(int socket_) {
  // There is space for the credentials, and none for descriptors.
  union {
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
    struct cmsghdr alignment;
  } control;
  struct msghdr message = {.msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t count;
  // After ECONNRESET, the packets that the other end sent before its end can still be received.
  do count = recvmsg(socket_, &message, MSG_PEEK | MSG_DONTWAIT | MSG_TRUNC);
  while (count < 0 && (errno == EINTR || errno == ECONNRESET));
  if (count < 0) return errno == EAGAIN ? LK_NEXT_NOTHING : LK_NEXT_DESCRIPTORS;
  if (message.msg_flags & MSG_CTRUNC) return LK_NEXT_DESCRIPTORS;
  // The end of the connection looks like an empty packet without credentials.
  return count == 0 && message.msg_controllen == 0 ? LK_NEXT_END : LK_NEXT_PACKET;
}

int lk_socket_is_drained(int socket_) {
  while (1) {
    int next = lk_socket_peek(socket_);
    if (next != LK_NEXT_PACKET) return next != LK_NEXT_DESCRIPTORS;
    // The packet carries no descriptor, so it can be received here. Its bytes are discarded.
    struct msghdr message = {0};
    if (recvmsg(socket_, &message, MSG_DONTWAIT) < 0 && errno != EINTR && errno != ECONNRESET) return 0;
  }
}

// What a process shares with its child that has the last descriptors of sockets.
struct drop {
  const int *sockets;
  size_t count;
  pid_t parent;
  // 1 as soon as the parent has closed its descriptors.
  int may_end;
  // 0 as soon as the child does not use the memory any more (CLONE_CHILD_CLEARTID).
  int uses_memory;
};

static void wait_while(int *word, int value) {
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value) syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

static void close_range_of(unsigned first, unsigned last) {
  if (first <= last) syscall(SYS_close_range, first, last, 0);
}

// The child ends also when its parent was killed. It keeps no other descriptor, because files and locks would stay with it.
static int keep_sockets(void *argument) {
  struct drop *drop = argument;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != drop->parent) return 0;
  unsigned next = 0;
  for (size_t index = 0; index < drop->count; index++) {
    unsigned kept = (unsigned)drop->sockets[index];
    if (kept > 0) close_range_of(next, kept - 1);
    next = kept + 1;
  }
  close_range_of(next, ~0U);
  wait_while(&drop->may_end, 0);
  return 0;
}

pid_t lk_sockets_drop(const int *sockets, size_t count) {
  enum { stack_size = 64 << 10 };
  char *stack = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return -1;
  struct drop drop = {.sockets = sockets, .count = count, .parent = getpid(), .uses_memory = 1};
  // The child handles no signal.
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  pid_t child = clone(keep_sockets, stack + stack_size, CLONE_VM | CLONE_CHILD_CLEARTID, &drop, NULL, NULL,
                      &drop.uses_memory);
  int error = errno;
  if (child > 0) {
    for (size_t index = 0; index < count; index++) close(sockets[index]);
    __atomic_store_n(&drop.may_end, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &drop.may_end, FUTEX_WAKE, 1, NULL, NULL, 0);
    // The child gives its memory up before it closes the sockets, so this wait is short.
    wait_while(&drop.uses_memory, 1);
  }
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  munmap(stack, stack_size);
  // The child has no thread-local memory of its own, so its system calls stored their errors in errno of this thread.
  errno = error;
  return child > 0 ? child : -1;
}

int lk_process_has_ended(pid_t child) {
  pid_t ended;
  do ended = waitpid(child, NULL, WNOHANG | __WALL);
  while (ended < 0 && errno == EINTR);
  return ended != 0;
}

int lk_socket_wait(int socket_, int milliseconds) {
  struct pollfd state = {.fd = socket_, .events = POLLIN};
  return poll(&state, 1, milliseconds) > 0;
}

int lk_socket_has_packet(int socket_) {
  int count = 0;
  return ioctl(socket_, SIOCINQ, &count) == 0 && count > 0;
}

int lk_socket_unreceived(int socket_) {
  int count = 0;
  return ioctl(socket_, SIOCOUTQ, &count) == 0 ? count : -1;
}

int lk_socket_peer(int socket_, uint32_t *user, uint32_t *group, pid_t *process) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(socket_, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
  *user = credentials.uid;
  *group = credentials.gid;
  *process = credentials.pid;
  return 0;
}

int lk_socket_peer_has_group(int socket_, uint32_t group) {
  // Most processes have few groups. The kernel stores the size that it needs when the buffer is too small.
  gid_t few[64];
  gid_t *groups = few;
  socklen_t size = sizeof few;
  int result = getsockopt(socket_, SOL_SOCKET, SO_PEERGROUPS, groups, &size);
  if (result != 0 && errno == ERANGE) {
    groups = malloc(size);
    if (!groups) return -1;
    result = getsockopt(socket_, SOL_SOCKET, SO_PEERGROUPS, groups, &size);
  }
  int is_member = result == 0 ? 0 : -1;
  for (size_t index = 0; is_member == 0 && index < size / sizeof *groups; index++) {
    if (groups[index] == group) is_member = 1;
  }
  if (groups != few) free(groups);
  return is_member;
}

int lk_socket_peer_process(int socket_) {
  int process = -1;
  socklen_t size = sizeof process;
  if (getsockopt(socket_, SOL_SOCKET, SO_PEERPIDFD, &process, &size) != 0) return -1;
  return process;
}

int lk_socket_notify(const char *name, const char *text, int descriptor) {
  struct sockaddr_un address;
  if (address_of(name, &address) != 0) return -1;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
  if (name[0] == '@') address.sun_path[0] = 0;
  int socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return -1;
  if (connect(socket_, (struct sockaddr *)&address, size) != 0 ||
      lk_socket_send(socket_, text, strlen(text), NULL, 0, descriptor, 1) != 0)
    return close_and_fail(socket_);
  close(socket_);
  return 0;
}

int lk_process_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int lk_process_is_alive(int process) {
  struct pollfd state = {.fd = process, .events = POLLIN};
  int count;
  do count = poll(&state, 1, 0);
  while (count < 0 && errno == EINTR);
  return count == 0;
}

int lk_memory_create(size_t size) {
  int memory = memfd_create("latchkey", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  // Kernels before 6.3 do not have MFD_NOEXEC_SEAL.
  if (memory < 0 && errno == EINVAL) memory = memfd_create("latchkey", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  if (ftruncate(memory, (off_t)size) != 0 || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0)
    return close_and_fail(memory);
  return memory;
}

static int has_seals(int memory, int wanted, size_t size) {
  struct stat status;
  int seals = fcntl(memory, F_GET_SEALS);
  return seals >= 0 && (seals & wanted) == wanted && fstat(memory, &status) == 0 && status.st_size == (off_t)size;
}

static const int all_seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

int lk_memory_has_size(int memory, size_t size) { return has_seals(memory, F_SEAL_SHRINK | F_SEAL_GROW, size); }

int lk_memory_seal(int memory) { return fcntl(memory, F_ADD_SEALS, all_seals); }

int lk_memory_is_sealed(int memory, size_t size) { return has_seals(memory, all_seals, size); }

static struct epoll_event interest(uint64_t identifier, int events) {
  struct epoll_event event = {.events = EPOLLONESHOT | EPOLLRDHUP, .data.u64 = identifier};
  if (events & LK_POLL_INPUT) event.events |= EPOLLIN;
  if (events & LK_POLL_OUTPUT) event.events |= EPOLLOUT;
  return event;
}

int lk_poll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int lk_poll_add(int poll_, int descriptor, uint64_t identifier, int events) {
  struct epoll_event event = interest(identifier, events);
  return epoll_ctl(poll_, EPOLL_CTL_ADD, descriptor, &event);
}

int lk_poll_again(int poll_, int descriptor, uint64_t identifier, int events) {
  struct epoll_event event = interest(identifier, events);
  return epoll_ctl(poll_, EPOLL_CTL_MOD, descriptor, &event);
}

int lk_poll_remove(int poll_, int descriptor) { return epoll_ctl(poll_, EPOLL_CTL_DEL, descriptor, NULL); }

int lk_poll_wait(int poll_, int milliseconds, uint64_t *identifier, int *events) {
  struct epoll_event event;
  int count = epoll_wait(poll_, &event, 1, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -1;
  if (count == 0) return 0;
  *identifier = event.data.u64;
  *events = (event.events & EPOLLIN ? LK_POLL_INPUT : 0) | (event.events & EPOLLOUT ? LK_POLL_OUTPUT : 0) |
            (event.events & (EPOLLHUP | EPOLLERR | EPOLLRDHUP) ? LK_POLL_ENDED : 0);
  return 1;
}
