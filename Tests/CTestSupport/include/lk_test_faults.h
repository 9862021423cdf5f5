#ifndef LATCHKEY_TEST_FAULTS_H
#define LATCHKEY_TEST_FAULTS_H

#include <stddef.h>
#include <stdint.h>

// Limits of this process, set with setrlimit(2). 0, or -1 and errno.
int lk_test_limit_file_size(uint64_t bytes);  // SIGXFSZ is ignored: write(2) fails with EFBIG.
int lk_test_limit_descriptors(uint64_t count);
int lk_test_limit_locked_memory(uint64_t bytes);
int lk_test_limit_address_space(uint64_t bytes_beyond_what_is_in_use);

// Gives up root for good. 0, or -1 and errno.
int lk_test_become(uint32_t user);

// Mounts that no other process sees, from here on. 0, or -1 and errno.
int lk_test_private_mounts(void);
int lk_test_mount_memory(const char *path, uint64_t bytes);
int lk_test_mount_again(const char *path, int is_read_only);

// Makes the kernel refuse keyrings (add_key, request_key, keyctl) with EPERM from here on, as the
// filters of containers do. 0, or -1 and errno.
int lk_test_refuse_keyrings(void);
// Asks for the keyring of the session: 0 when there are keyrings, or -1 and errno.
int lk_test_use_keyring(void);

// Puts a key into the user keyring with the rights that the kernel gives it: so whoever is killed before
// setting others leaves it. 0, or -1 and errno.
int lk_test_add_key(const char *description, const void *payload, size_t size);

// Lets a user read a file by an access control list (acl(5)). 0, or -1 and errno.
int lk_test_let_user_read(const char *path, uint32_t user);

// Interrupts this process with SIGALRM, SIGINT and SIGTERM in turn, every millisecond; their
// handlers do nothing, and interrupted system calls are not restarted.
int lk_test_storm_of_signals(void);
uint64_t lk_test_signal_count(void);

// Makes a pipe that no other program inherits: pipe2(2). 0, or -1 and errno.
int lk_test_pipe(int ends[2]);

// Gives two files each other's names in one step. 0, or -1 and errno.
int lk_test_exchange(const char *one, const char *other);

// Dies with the process that started this one, so that nothing is left when a test is killed.
void lk_test_die_with_parent(void);

#endif
