#ifndef LATCHKEY_FILES_H
#define LATCHKEY_FILES_H

#include <stddef.h>
#include <stdint.h>

// Opens a directory only to go on to what is below it, which needs no right to read it: openat(2)
// with O_PATH. A descriptor, or -1 and errno.
int lk_open_passage(int directory, const char *name);

// The same without following a symbolic link: ENOTDIR where there is one.
int lk_open_passage_itself(int directory, const char *name);

// Brings everything of the file system of an open file to the disk: syncfs(2). 0, or -1 and errno.
int lk_synchronize_file_system(int descriptor);

// Opens a file only to ask about it: openat(2) with O_PATH, symbolic links not followed. Closing the
// descriptor drops no lock of the process on the file, unlike that of any other. A descriptor, or -1
// and errno.
int lk_open_reference(int directory, const char *name);

// Announces for an open file that its holder waits for the exclusive lock of flock(2), by a record lock
// of fcntl(2) on its first byte that belongs to the open file (F_OFD_SETLK): 0, or -1 and errno, also
// when somebody else has announced it. lk_withdraw_announcement takes it back.
int lk_announce_exclusive(int descriptor);
void lk_withdraw_announcement(int descriptor);

// Whether somebody else has announced it. 1, or 0.
int lk_is_exclusive_announced(int descriptor);

// Takes a record lock on one byte of an open file, which belongs to that open file (F_OFD_SETLK), without
// waiting: 0, or -1 and errno, EAGAIN when another open file has it. lk_unlock_byte gives it back.
int lk_lock_byte(int descriptor, int64_t offset);
void lk_unlock_byte(int descriptor, int64_t offset);

// Makes a file in memory that has no name: memfd_create(2). A descriptor, or -1 and errno.
int lk_make_memory_file(void);

// Opens a directory to read it, or to fsync(2) it. A descriptor, or -1 and errno.
int lk_open_folder(int directory, const char *name);

// Makes a file that only its owner may read, for reading and writing. A descriptor, or -1 and errno:
// EEXIST when the name is taken, by a symbolic link too.
int lk_open_new(int directory, const char *name);

// The same without a name, in that directory: open(2) with O_TMPFILE. Nothing is left of it unless
// `lk_link_open_file` gives it one. A descriptor, or -1 and errno where the file system cannot hold
// such a file, or where without /proc it could not be given a name.
int lk_open_nameless(int directory);

// Gives such a file its name: linkat(2). 0, or -1 and errno: EEXIST when the name is taken.
int lk_link_open_file(int descriptor, int directory, const char *name);

// Whether an open file may be written through this descriptor: F_GETFL of fcntl(2). 1, or 0.
int lk_is_open_for_writing(int descriptor);

// The kind of file system that an open file lies on: the f_type of fstatfs(2). 0, or -1 and errno.
int lk_file_system_magic(int descriptor, uint32_t *magic);

// Fills a buffer with random bytes of the kernel: getrandom(2), once for all of them. 0, or -1 and errno.
int lk_fill_randomly(void *buffer, size_t size);

// Where content begins in a file, from an offset on: lseek(2) with SEEK_DATA, or -1 and errno (ENXIO when there are only
// holes to the end; EINVAL when the file system cannot tell).
int64_t lk_next_content(int file, int64_t offset);

// How many bytes of disk a file takes, which are fewer than its size when it has holes; 0 when that cannot be told.
int64_t lk_allocated_size(int file);

// Renames `from` to `to` within one directory unless `to` exists: renameat2(2) with
// RENAME_NOREPLACE. 0, or -1 and errno (EEXIST when `to` exists; EINVAL or ENOSYS when the file
// system or the kernel cannot do it).
int lk_rename_noreplace(int directory, const char *from, const char *to);

// Locks an open SQLite database like a reader, with a lock of the descriptor's own (F_OFD_SETLK):
// no connection can close the database with a checkpoint meanwhile. 0, or -1 and errno.
int lk_hold_database(int descriptor);

// The English description of an errno value, without regard to the locale and safe in every
// thread: strerrordesc_np(3). Never NULL.
const char *lk_error_description(int error);

// Whether an open folder (also one of O_PATH) is the root of a mounted file system. 1, or 0.
int lk_is_mount_root(int descriptor);

// Whether a group is the effective user's alone, as useradd(8) makes one for each: its primary group, of the
// name of the user, without other members, and not the primary group of another user in /etc/passwd. 0 for
// root's: in containers others have it. 1, or 0.
int lk_is_private_group(uint32_t group);

// Whether an open file (also one of O_PATH) has an access control list (acl(5)), or it cannot be found out. 1, or 0.
int lk_may_have_access_list(int descriptor);

// Whether a number stands for users without one in this user namespace (user_namespaces(7)). 1, or 0.
int lk_is_unmapped_user(uint32_t user);

#endif
