#ifndef LATCHKEY_FORK_H
#define LATCHKEY_FORK_H

// Makes fork(2) wait for running calls.
//
// SQLite keeps a table of the file locks of the process, and the child of a fork inherits this table. In the child, the
// table lists locks that only the parent holds, and a new connection of the child would rely on these locks. So no
// connection may be open during a fork. Each call of Latchkey enters a gate. A fork waits until no thread is inside the
// gate, then runs `close_connections`, and then creates the child. posix_spawn(3) and vfork(2) do not wait for the
// gate.

// Sets the function that closes all SQLite connections before a fork.
void lk_fork_close_with(void (*close_connections)(void));

// lk_fork_enter enters the gate, and lk_fork_leave leaves the gate. A thread may enter the gate several times, and must
// leave the gate as often.
void lk_fork_enter(void);
void lk_fork_leave(void);

// lk_fork_step_out leaves the gate temporarily, at any nesting depth, and returns the depth. lk_fork_step_in enters the
// gate again and restores the depth.
int lk_fork_step_out(void);
void lk_fork_step_in(int depth);

// Returns whether this process was forked during a call. This happens if a call runs longer than the ten seconds that a
// fork waits, or if a thread forks during its own call. Such a process must not open the database.
int lk_fork_was_unsafe(void);

// After a call, the library can notify the program: the library runs a closure of the program. lk_fork_begin_telling
// and lk_fork_end_telling enclose the run of the closure. A fork waits up to two seconds for the closure, because the
// closure can hold locks. lk_fork_begin_telling returns 1 if the closure is permitted to run. It returns 0 in a child
// that was forked while a closure ran: in the child, the locks of the closure can stay locked forever. The pairs of
// calls may be nested.
int lk_fork_begin_telling(void);
void lk_fork_end_telling(void);

#endif
