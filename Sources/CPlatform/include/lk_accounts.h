#ifndef LATCHKEY_ACCOUNTS_H
#define LATCHKEY_ACCOUNTS_H

#include <stddef.h>
#include <stdint.h>

// Functions that find the accounts of users and groups: getpwnam_r(3) and its like. They return 0, or -1 if there is no
// such account, or if the name does not fit into the buffer.
int lk_user_named(const char *name, uint32_t *user);
int lk_group_named(const char *name, uint32_t *group);
int lk_user_name(uint32_t user, char *name, size_t size);
int lk_group_name(uint32_t group, char *name, size_t size);

#endif
