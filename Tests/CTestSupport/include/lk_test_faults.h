#ifndef LATCHKEY_TEST_FAULTS_H
#define LATCHKEY_TEST_FAULTS_H

#include <stddef.h>
#include <stdint.h>

// Sets limits of this process with setrlimit(2). Returns 0, or -1 and errno.
int lk_test_limit_file_size(uint64_t bytes);  // SIGXFSZ is ignored: write(2) fails with EFBIG.
int lk_test_limit_descriptors(uint64_t count);
int lk_test_limit_locked_memory(uint64_t bytes);
int lk_test_limit_address_space(uint64_t bytes_beyond_what_is_in_use);

// Gives up root permanently. Returns 0, or -1 and errno.
int lk_test_become(uint32_t user);

// Makes later mounts invisible to other processes. Returns 0, or -1 and errno.
int lk_test_private_mounts(void);
int lk_test_mount_memory(const char *path, uint64_t bytes);
int lk_test_mount_again(const char *path, int is_read_only);

// Makes the kernel reject keyring calls (add_key, request_key, keyctl) with EPERM from now on, like
// the filters of containers. Returns 0, or -1 and errno.
int lk_test_refuse_keyrings(void);
// Uses the keyring of the session. Returns 0 when there are keyrings, or -1 and errno.
int lk_test_use_keyring(void);

// Adds a key with default permissions to the user keyring. A process that is killed before it sets other
// permissions leaves such a key. Returns 0, or -1 and errno.
int lk_test_add_key(const char *description, const void *payload, size_t size);

// Lets a user read a file through an access control list (acl(5)). Returns 0, or -1 and errno.
int lk_test_let_user_read(const char *path, uint32_t user);

// Interrupts this process with SIGALRM, SIGINT and SIGTERM in turn, every millisecond. Their
// handlers do nothing, and interrupted system calls are not restarted.
int lk_test_storm_of_signals(void);
uint64_t lk_test_signal_count(void);

// Creates a pipe that other programs do not inherit: pipe2(2). Returns 0, or -1 and errno.
int lk_test_pipe(int ends[2]);

// Exchanges the names of two files in one step. Returns 0, or -1 and errno.
int lk_test_exchange(const char *one, const char *other);

// Makes this process end when its parent ends, so that no process remains when a test is killed.
void lk_test_die_with_parent(void);

#endif
