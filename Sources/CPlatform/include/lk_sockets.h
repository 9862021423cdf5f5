#ifndef LATCHKEY_SOCKETS_H
#define LATCHKEY_SOCKETS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Functions for Unix sockets that keep the boundaries of packets (SOCK_SEQPACKET, unix(7)), for sealed memory files, and
// for facts about the process at the other end of a socket. All functions return -1 and set errno on failure.

// The facts about a received packet.
struct lk_packet {
  // The descriptor that came with the packet, with FD_CLOEXEC; -1 if none came. The caller must close it.
  int descriptor;
  // The process that sent the packet, if the socket has SO_PASSCRED. Otherwise 0.
  pid_t sender;
};

// Creates a listening socket at a path, and gives the socket file the permissions `mode`. The path must be free. Returns
// a descriptor with FD_CLOEXEC.
int lk_socket_listen(const char *path, int backlog, mode_t mode);

// Connects to the socket at a path. Waits at most `milliseconds` while the queue of the server is full: EAGAIN. Signals
// do not prolong the wait. Returns a blocking descriptor with FD_CLOEXEC.
int lk_socket_connect(const char *path, int milliseconds);

// Accepts a connection without waiting. Returns a descriptor with FD_CLOEXEC and O_NONBLOCK.
int lk_socket_accept(int listener);

// Prepares a listening socket: FD_CLOEXEC, O_NONBLOCK, and SO_PASSCRED, which accepted sockets inherit. From Linux 6.16,
// accepted sockets also refuse descriptors (SO_PASSRIGHTS): sendmsg(2) of the client fails with EPERM. Calls listen(2)
// again, so that clients see the credentials of this process. Returns 0.
int lk_socket_adopt_listener(int listener, int backlog);

// Returns 1 if an accepted socket never had a packet with descriptors, because the kernel refused them at the sender.
// Returns 0 on kernels before 6.16, and for a connection from before lk_socket_adopt_listener.
int lk_socket_refuses_descriptors(int socket);

// Returns 1 if the descriptor is a listening SOCK_SEQPACKET socket of the family AF_UNIX, and 0 otherwise.
int lk_socket_is_listener(int descriptor);

// Sets the time after which a blocking call on a socket fails with EAGAIN. Returns 0.
int lk_socket_set_timeout(int socket, int milliseconds);

// Sends one packet that consists of a header and a body, and a descriptor unless `descriptor` is -1. Sends the whole
// packet or nothing. Returns 0. With `waits` 0, the function fails with EAGAIN if the packet does not fit into the
// queue.
int lk_socket_send(int socket, const void *header, size_t header_size, const void *body, size_t body_size, int descriptor,
                   int waits);

// Receives one packet. Returns its length, or 0 at the end of the connection and for an empty packet. Fails with EMSGSIZE
// if the packet is longer than `size`, or if it came with several descriptors. With `takes_descriptor` 0, the socket must
// have SO_PASSCRED: the function then also fails with EMSGSIZE for one descriptor, and the kernel makes none. With `waits`
// 0, the function fails with EAGAIN if there is no packet.
ssize_t lk_socket_receive(int socket, void *buffer, size_t size, struct lk_packet *packet, int takes_descriptor, int waits);

// The first entry in the queue of a socket.
enum {
  // There is no packet yet.
  LK_NEXT_NOTHING = 0,
  // A packet without descriptors.
  LK_NEXT_PACKET = 1,
  // A packet with descriptors, or a packet of which nothing is known.
  LK_NEXT_DESCRIPTORS = 2,
  // The end of the connection. No packet follows.
  LK_NEXT_END = 3,
};

// Looks at the next packet, and leaves it in the queue. The socket must have SO_PASSCRED: the credentials then leave no
// space for descriptors, so the kernel makes none. Returns a number of LK_NEXT_….
int lk_socket_peek(int socket);

// Discards the packets without descriptors at the beginning of the queue. Returns 1 if the queue is empty then, and 0 if
// there may be a packet with descriptors. The other end must not be able to send any more.
int lk_socket_is_drained(int socket);

// Closes sockets whose queues may contain descriptors of other processes. close(2) of the last descriptor of a file can
// take as long as the owner of the file likes (SO_LINGER). Therefore, a child process has the last descriptors of the
// sockets and ends, because the end of a process does not wait (inet_release in the kernel). The function does not wait
// for the end of the child. The numbers of the sockets must be in ascending order. Returns the child, for
// lk_process_has_ended. Returns -1 if no child can be made; the sockets are then open. Calls must not overlap: a child has
// copies of all descriptors at first, and would wait for the close of another child's sockets.
pid_t lk_sockets_drop(const int *sockets, size_t count);

// Returns 1 if a child of this process has ended, and removes the child. Returns 0 if it has not ended.
int lk_process_has_ended(pid_t child);

// Waits until a packet can be received or the other end has ended, for at most this number of milliseconds. Returns 1, or
// 0 after the time.
int lk_socket_wait(int socket, int milliseconds);

// Returns 1 if a packet can be received now (SIOCINQ), and 0 otherwise.
int lk_socket_has_packet(int socket);

// Returns the number of bytes that the other end has not received yet (SIOCOUTQ).
int lk_socket_unreceived(int socket);

// Stores the credentials of the process that called connect(2), or listen(2) at the client's end (SO_PEERCRED). They
// never change. Returns 0.
int lk_socket_peer(int socket, uint32_t *user, uint32_t *group, pid_t *process);

// Returns whether `group` was a supplementary group of the process that called connect(2) (SO_PEERGROUPS); -1 when this
// is unknown.
int lk_socket_peer_has_group(int socket, uint32_t group);

// Returns a descriptor of the process that called connect(2) (SO_PEERPIDFD, Linux 6.5). Fails with ENOPROTOOPT on older
// kernels.
int lk_socket_peer_process(int socket);

// Sends a datagram to the socket of a service manager (sd_notify(3)), and a descriptor unless `descriptor` is -1. An
// address with a leading `@` is an abstract address. Returns 0.
int lk_socket_notify(const char *address, const char *text, int descriptor);

// Returns a descriptor of a process: pidfd_open(2).
int lk_process_open(pid_t process);

// Returns 1 if the process of a descriptor has not ended, and 0 if it has ended.
int lk_process_is_alive(int process);

// Creates an unnamed file in memory that can be sealed: memfd_create(2). The file has `size` bytes, and its size cannot
// change. Returns a descriptor with FD_CLOEXEC.
int lk_memory_create(size_t size);

// Returns 1 if a memory file has `size` bytes and its size cannot change, and 0 otherwise.
int lk_memory_has_size(int memory, size_t size);

// Makes it impossible to change a memory file or its size. Fails with EBUSY while the file is mapped for writing. Returns
// 0.
int lk_memory_seal(int memory);

// Returns 1 if a file has `size` bytes, and its content and its size cannot change. Returns 0 otherwise.
int lk_memory_is_sealed(int memory, size_t size);

// An instance of epoll(7) for a pool of threads. Each registration reports one event, and then needs lk_poll_again. A
// registration has an identifier.
enum { LK_POLL_INPUT = 1, LK_POLL_OUTPUT = 2, LK_POLL_ENDED = 4 };
int lk_poll_create(void);
int lk_poll_add(int poll, int descriptor, uint64_t identifier, int events);
int lk_poll_again(int poll, int descriptor, uint64_t identifier, int events);
int lk_poll_remove(int poll, int descriptor);
// Waits for one event. Returns 1 and the event, or 0 after `milliseconds` (-1: never) and after a signal.
int lk_poll_wait(int poll, int milliseconds, uint64_t *identifier, int *events);

#endif
