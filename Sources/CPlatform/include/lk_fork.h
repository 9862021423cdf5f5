#ifndef LATCHKEY_FORK_H
#define LATCHKEY_FORK_H

// Makes fork(2) wait for running calls.
//
// SQLite keeps a table of file locks for each process, and the child of a fork inherits it. In the child, the table
// lists locks that only the parent holds, and a new connection of the child would rely on them. So no connection may
// be open during a fork. Calls pass a gate. A fork waits until no thread is inside the gate, then runs
// `close_connections`, and then forks. posix_spawn(3) and vfork(2) are not affected.

// Sets the function that closes all connections.
void lk_fork_close_with(void (*close_connections)(void));

// Enters the gate. Calls may be nested.
void lk_fork_enter(void);
void lk_fork_leave(void);

// Leaves the gate temporarily, at any nesting depth. Returns the depth, which lk_fork_step_in takes.
int lk_fork_step_out(void);
void lk_fork_step_in(int depth);

// Returns whether this process was forked during a call that ran longer than the fork waited (ten seconds). Then it
// must not open the database.
int lk_fork_was_unsafe(void);

// Encloses foreign code that is notified after a call and may hold locks of its own. A fork also waits for this code,
// for two seconds. Returns non-zero if the code may run. Returns 0 in a child that was forked without waiting: there
// the code's locks may be held forever. Calls may be nested.
int lk_fork_begin_telling(void);
void lk_fork_end_telling(void);

#endif
