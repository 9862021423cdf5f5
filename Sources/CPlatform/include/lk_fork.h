#ifndef LATCHKEY_FORK_H
#define LATCHKEY_FORK_H

// Keeps fork(2) away from calls in flight.
//
// SQLite's bookkeeping of file locks is per process and survives a fork: in the child it speaks of
// locks that only the parent holds, and a new connection of the child would rely on them. So no
// connection may be open while a process forks. Calls pass a gate; fork waits until nobody is
// inside, then `close_connections` runs, then the process forks. posix_spawn(3) and vfork(2) do not
// come here.

// Says what closes all connections.
void lk_fork_close_with(void (*close_connections)(void));

// Passes the gate. May be nested.
void lk_fork_enter(void);
void lk_fork_leave(void);

// Leaves the gate for a while, however deeply nested; gives what stepping in again takes.
int lk_fork_step_out(void);
void lk_fork_step_in(int depth);

// Whether this process was forked while a call was in flight for longer than fork waits (ten
// seconds): then it must not open the database at all.
int lk_fork_was_unsafe(void);

// Around code of others that is told of a call after it, and may hold locks of its own: fork waits
// for it too, two seconds. Not 0 when it may run; 0 in a child that was forked without waiting,
// where those locks may be held for ever. May be nested.
int lk_fork_begin_telling(void);
void lk_fork_end_telling(void);

#endif
