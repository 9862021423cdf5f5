#ifndef LATCHKEY_FILES_H
#define LATCHKEY_FILES_H

#include <stddef.h>
#include <stdint.h>

// Opens a directory as a base for openat(2), with O_PATH. The caller needs no permission to read the directory. Returns
// a descriptor, or -1 and errno.
int lk_open_passage(int directory, const char *name);

// Opens a directory like lk_open_passage, but does not follow a symbolic link. For a symbolic link, the function fails
// with ENOTDIR.
int lk_open_passage_itself(int directory, const char *name);

// Writes all data of an open file's file system to the disk: syncfs(2). Returns 0, or -1 and errno.
int lk_synchronize_file_system(int descriptor);

// Opens a file only for queries, with O_PATH and without following symbolic links. Closing this descriptor does not
// release the POSIX locks of the process on the file. Closing any other descriptor of the file would release these
// locks. Returns a descriptor, or -1 and errno.
int lk_open_reference(int directory, const char *name);

// Announces that an open file description waits for the exclusive flock(2) lock of its file. The announcement is a lock
// of the open file description (F_OFD_SETLK) on the first byte of the file. Returns 0, or -1 and errno. The function
// fails if another open file description has made the same announcement. lk_withdraw_announcement ends the
// announcement.
int lk_announce_exclusive(int descriptor);
void lk_withdraw_announcement(int descriptor);

// Returns 1 if another open file description has made the announcement of lk_announce_exclusive, and 0 otherwise.
int lk_is_exclusive_announced(int descriptor);

// Locks one byte of a file with a lock of the open file description (F_OFD_SETLK), without waiting. Returns 0, or -1
// and errno: EAGAIN if another open file description holds the lock. lk_unlock_byte releases the lock.
int lk_lock_byte(int descriptor, int64_t offset);
void lk_unlock_byte(int descriptor, int64_t offset);

// Creates an unnamed file in memory: memfd_create(2). Returns a descriptor, or -1 and errno.
int lk_make_memory_file(void);

// Opens a directory for reading or for fsync(2). Returns a descriptor, or -1 and errno.
int lk_open_folder(int directory, const char *name);

// Creates a file for reading and writing, with the permissions 0600. Returns a descriptor, or -1 and errno: EEXIST if
// the name is in use, also by a symbolic link.
int lk_open_new(int directory, const char *name);

// Creates an unnamed file in a directory: open(2) with O_TMPFILE. If `lk_link_open_file` gives the file no name, the
// file disappears when its last descriptor is closed. Returns a descriptor, or -1 and errno. The function fails if the
// file system does not support unnamed files, or if /proc is missing. `lk_link_open_file` needs /proc.
int lk_open_nameless(int directory);

// Gives a name to a file from `lk_open_nameless`: linkat(2). Returns 0, or -1 and errno: EEXIST if the name is in use.
int lk_link_open_file(int descriptor, int directory, const char *name);

// Returns 1 if this descriptor allows writing (F_GETFL of fcntl(2)), and 0 otherwise.
int lk_is_open_for_writing(int descriptor);

// Stores the type of an open file's file system: the f_type of fstatfs(2). Returns 0, or -1 and errno.
int lk_file_system_magic(int descriptor, uint32_t *magic);

// Fills a buffer with random bytes from the kernel: getrandom(2), repeated until the buffer is full. Returns 0, or -1
// and errno.
int lk_fill_randomly(void *buffer, size_t size);

// Returns the offset of the next content in a file: lseek(2) with SEEK_DATA. Returns -1 and errno on failure: ENXIO if
// only holes follow, EINVAL if the file system does not support the query.
int64_t lk_next_content(int file, int64_t offset);

// Returns the disk space that a file takes, in bytes. The disk space of a file with holes is less than the size of the
// file. Returns 0 if the disk space is unknown.
int64_t lk_allocated_size(int file);

// Renames `from` to `to` within a directory, and fails if `to` exists: renameat2(2) with RENAME_NOREPLACE. Returns 0,
// or -1 and errno: EEXIST if `to` exists; EINVAL or ENOSYS if the file system or the kernel does not support this
// renaming.
int lk_rename_noreplace(int directory, const char *from, const char *to);

// Takes the lock of a reader on an open SQLite database, as an open file description lock (F_OFD_SETLK). While the lock
// is held, no connection can close the database with a checkpoint. Returns 0, or -1 and errno.
int lk_hold_database(int descriptor);

// Returns the English description of an errno value: strerrordesc_np(3). The description does not depend on the locale.
// The function is thread-safe. Never returns NULL.
const char *lk_error_description(int error);

// Returns 1 if an open folder is the root of a mounted file system, and 0 otherwise. A descriptor with O_PATH is
// accepted.
int lk_is_mount_root(int descriptor);

// Returns 1 if only the effective user is a member of a group, and 0 otherwise. useradd(8) creates such a private group
// for each user. A private group is the user's primary group, has the user's name, has no other members, and is not the
// primary group of another user in /etc/passwd. Returns 0 for root's group, because in containers other users are
// members of root's group.
int lk_is_private_group(uint32_t group);

// Returns 0 if an open file has no access control list (acl(5)). Returns 1 if the file has an access control list, or
// if the query fails. A descriptor with O_PATH is accepted.
int lk_may_have_access_list(int descriptor);

// Returns 1 if a user identifier stands for all users that this user namespace does not map (user_namespaces(7)), and 0
// otherwise.
int lk_is_unmapped_user(uint32_t user);

#endif
