#ifndef LATCHKEY_LOGIN_MANAGER_H
#define LATCHKEY_LOGIN_MANAGER_H

#include <stdint.h>

// A connection to logind on the system bus (org.freedesktop.login1(5)). Only one thread may use a connection.
//
// The functions return a negative errno value on failure. lk_login_manager_problem then returns the reason, and the
// connection can only be closed. Each call to the bus takes 5 seconds at most.
struct lk_login_manager;

// The largest number of bytes of the path of a session, and of its class, with the zero byte.
enum { LK_LOGIN_PATH_SIZE = 256, LK_LOGIN_CLASS_SIZE = 32 };

enum lk_login_event {
  // The time is over, or the descriptor is readable.
  LK_LOGIN_NOTHING,
  // A session must be locked.
  LK_LOGIN_LOCK,
  // The machine is about to sleep; or it is awake again.
  LK_LOGIN_SLEEP,
  LK_LOGIN_WAKE,
  // A session has begun, or ended.
  LK_LOGIN_SESSION_NEW,
  LK_LOGIN_SESSION_REMOVED,
  // logind has started or ended, or another process took its place. The sessions must be read again.
  LK_LOGIN_MANAGER_CHANGED,
};

struct lk_login_session {
  uint32_t user;
  char path[LK_LOGIN_PATH_SIZE];
  char class_name[LK_LOGIN_CLASS_SIZE];
  // Whether the screen of the session is locked, as far as its desktop says so (LockedHint).
  int is_locked;
};

typedef void (*lk_login_session_function)(void *context, const struct lk_login_session *session);

// Connects to the system bus, and asks for the signals of logind. logind need not run. The function stores a connection
// in `manager` even on failure, so that the caller can read the reason of the failure. The function stores NULL if there
// is not enough memory.
int lk_login_manager_open(struct lk_login_manager **manager);
void lk_login_manager_close(struct lk_login_manager *manager);

// Returns the reason of the last failure, in English. Returns an empty text if no function has failed.
const char *lk_login_manager_problem(const struct lk_login_manager *manager);

// Returns whether logind is on the bus.
int lk_login_manager_is_present(const struct lk_login_manager *manager);

// Waits for the next event, for the time in milliseconds, or until a descriptor is readable. Returns a value of
// `lk_login_event`. For events of a session, stores the path of the session.
//
// Only the process that owns the name org.freedesktop.login1, and that runs as root, causes events. A program of a user
// can send signals to this connection, which are ignored.
int lk_login_manager_wait(
    struct lk_login_manager *manager, int descriptor, int milliseconds,
    char path[LK_LOGIN_PATH_SIZE]);

// Calls `each` with every session.
int lk_login_manager_sessions(
    struct lk_login_manager *manager, lk_login_session_function each, void *context);

// Reads the properties of the session at session->path. Returns 1, or 0 if there is no such session any more.
int lk_login_manager_session(struct lk_login_manager *manager, struct lk_login_session *session);

// Lets the machine wait with its sleep until the descriptor is closed. Stores -1 if logind refuses this.
int lk_login_manager_delay_sleep(struct lk_login_manager *manager, int *descriptor);

#endif
