#ifndef LATCHKEY_TEST_FAULTS_H
#define LATCHKEY_TEST_FAULTS_H

#include <stddef.h>
#include <stdint.h>

// These functions set soft limits of this process with setrlimit(2). They return 0, or -1 and set errno.
int lk_test_limit_file_size(uint64_t bytes);  // SIGXFSZ is ignored, so write(2) fails with EFBIG.
int lk_test_limit_descriptors(uint64_t count);
int lk_test_limit_processes(uint64_t count);  // of the user of this process. The kernel does not limit root.
int lk_test_limit_locked_memory(uint64_t bytes);
int lk_test_limit_address_space(uint64_t bytes_beyond_what_is_in_use);

// Changes the user and the group of this process from root to `user`, permanently. Returns 0, or -1 and sets errno.
int lk_test_become(uint32_t user);

// Sets the real group and the effective group of this process, as the start of a program with the set-group-ID bit does.
// Removes all supplementary groups. Returns 0, or -1 and sets errno.
int lk_test_set_groups(uint32_t real, uint32_t effective);
// Sets all users of this process, and keeps its groups. Returns 0, or -1 and sets errno.
int lk_test_set_user(uint32_t user);

// Makes the file at `path` the executable of this process in /proc (PR_SET_MM_MAP), as an attacker does. The process keeps
// its code and its data, in anonymous memory. The process must have one thread. Returns 0, or -1 and sets errno.
int lk_test_replace_executable(const char *path);

// Connects to a SOCK_SEQPACKET socket as another user. Only the calling thread is the other user meanwhile. Returns a
// descriptor with FD_CLOEXEC, or -1 and sets errno.
int lk_test_connect_as(uint32_t user, const char *path);

// Makes a connection on the loopback interface that cannot send its data. close(2) of its last descriptor waits for
// `seconds` (SO_LINGER). Stores the other end, which the caller must close. Returns a descriptor, or -1 and sets errno.
int lk_test_lingering_connection(int seconds, int *other_end);

// Sends a packet with several descriptors, at most 253. Returns 0, or -1 and sets errno.
int lk_test_send_descriptors(int socket, const void *bytes, size_t size, const int *descriptors, size_t count);

// Gives this process its own mount namespace. Other processes do not see later mounts. Returns 0, or -1 and sets errno.
int lk_test_private_mounts(void);
int lk_test_mount_memory(const char *path, uint64_t bytes);
int lk_test_mount_again(const char *path, int is_read_only);

// From now on, the kernel rejects the calls add_key, request_key and keyctl of this process with EPERM. The seccomp
// filters of containers do the same. Returns 0, or -1 and sets errno.
int lk_test_refuse_keyrings(void);
// Returns 0 if this process can use the session keyring, or -1 and sets errno.
int lk_test_use_keyring(void);

// From now on, the kernel does not tell this process which process connected to a socket: SO_PEERPIDFD fails with
// ENOPROTOOPT, as on kernels before 6.5. The filter is for the calling thread and the threads that it creates. Returns 0,
// or -1 and sets errno.
int lk_test_refuse_peer_processes(void);

// Adds a key with default permissions to the user keyring. The keychain leaves such a key when the process is killed
// between adding the key and setting the permissions. Returns 0, or -1 and sets errno.
int lk_test_add_key(const char *description, const void *payload, size_t size);

// Adds an entry to the access control list (acl(5)) of a file, with which `user` can read the file. Returns 0, or -1
// and sets errno.
int lk_test_let_user_read(const char *path, uint32_t user);

// Raises SIGALRM in this process every millisecond, and sometimes SIGINT or SIGTERM in addition. The handlers only
// increment a counter. Interrupted system calls are not restarted. Returns 0, or -1 and sets errno.
int lk_test_storm_of_signals(void);
uint64_t lk_test_signal_count(void);

// Creates a pipe whose ends are closed by execve(2): pipe2(2) with O_CLOEXEC. Returns 0, or -1 and sets errno.
int lk_test_pipe(int ends[2]);

// Exchanges the names of two files atomically (renameat2(2)). Returns 0, or -1 and sets errno.
int lk_test_exchange(const char *one, const char *other);

// From now on, the kernel kills this process when its parent ends. Therefore, no child process of a killed test
// remains.
void lk_test_die_with_parent(void);

#endif
