#define _GNU_SOURCE
#include "lk_login_manager.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bus.h"

#define BUS "org.freedesktop.DBus"
#define BUS_PATH "/org/freedesktop/DBus"
#define MANAGER "org.freedesktop.login1"
#define MANAGER_PATH "/org/freedesktop/login1"
#define MANAGER_INTERFACE "org.freedesktop.login1.Manager"
#define SESSION_PREFIX "/org/freedesktop/login1/session/"
#define SESSION_INTERFACE "org.freedesktop.login1.Session"

// A call to the bus takes this time at most.
enum { call_timeout = 5 * 1000 * 1000 };

struct lk_login_manager {
  struct lk_bus_client client;
  // The unique name of logind on the bus. Empty while logind does not run.
  char owner[256];
};

static int has_name(const sd_bus_error *error, const char *name) {
  return error->name != NULL && strcmp(error->name, name) == 0;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

// MARK: The connection

static int add_match(struct lk_login_manager *m, const char *rule) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result =
      m->client.sd->call_method(m->client.bus, BUS, BUS_PATH, BUS, "AddMatch", &error, &reply, "s", rule);
  return lk_bus_client_finish(&m->client, result, &error, reply);
}

// Finds the process that is logind.
static int find_owner(struct lk_login_manager *m) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  const char *owner = NULL;
  m->owner[0] = 0;
  int result =
      m->client.sd->call_method(m->client.bus, BUS, BUS_PATH, BUS, "GetNameOwner", &error, &reply, "s", MANAGER);
  if (result < 0 && has_name(&error, "org.freedesktop.DBus.Error.NameHasNoOwner")) result = 0;
  else if (result >= 0) result = m->client.sd->message_read(reply, "s", &owner);
  char found[sizeof m->owner] = "";
  if (owner != NULL) snprintf(found, sizeof found, "%s", owner);
  result = lk_bus_client_finish(&m->client, result, &error, reply);
  if (result < 0 || found[0] == 0) return result;
  error = (sd_bus_error){0};
  reply = NULL;
  uint32_t user = 0;
  result = m->client.sd->call_method(m->client.bus, BUS, BUS_PATH, BUS, "GetConnectionUnixUser", &error, &reply,
                              "s", found);
  // logind may have ended meanwhile. Another signal then follows.
  if (result < 0 && has_name(&error, "org.freedesktop.DBus.Error.NameHasNoOwner")) {
    found[0] = 0;
    result = 0;
  } else if (result >= 0) {
    result = m->client.sd->message_read(reply, "u", &user);
  }
  result = lk_bus_client_finish(&m->client, result, &error, reply);
  if (result >= 0 && user == 0) strcpy(m->owner, found);
  return result;
}

int lk_login_manager_open(struct lk_login_manager **manager) {
  struct lk_login_manager *m = calloc(1, sizeof *m);
  *manager = m;
  if (m == NULL) return -ENOMEM;
  int result = lk_bus_client_open(&m->client, 1);
  if (result < 0) return result;
  sd_bus_error error = {0};
  result = m->client.sd->set_method_call_timeout(m->client.bus, call_timeout);
  if (result < 0) return lk_bus_client_finish(&m->client, result, &error, NULL);
  // The signals are asked for before logind is searched for, so no change is missed.
  static const char *const rules[] = {
      "type='signal',sender='" BUS "',interface='" BUS "',member='NameOwnerChanged',arg0='" MANAGER
      "'",
      "type='signal',sender='" MANAGER "',interface='" MANAGER_INTERFACE "',path='" MANAGER_PATH
      "',member='SessionNew'",
      "type='signal',sender='" MANAGER "',interface='" MANAGER_INTERFACE "',path='" MANAGER_PATH
      "',member='SessionRemoved'",
      "type='signal',sender='" MANAGER "',interface='" MANAGER_INTERFACE "',path='" MANAGER_PATH
      "',member='PrepareForSleep'",
      "type='signal',sender='" MANAGER "',interface='" SESSION_INTERFACE "',member='Lock'",
  };
  for (size_t index = 0; result >= 0 && index < sizeof rules / sizeof *rules; index++)
    result = add_match(m, rules[index]);
  return result < 0 ? result : find_owner(m);
}

void lk_login_manager_close(struct lk_login_manager *m) {
  if (m == NULL) return;
  lk_bus_client_close(&m->client);
  free(m);
}

const char *lk_login_manager_problem(const struct lk_login_manager *m) {
  return m == NULL ? "out of memory" : m->client.problem;
}

int lk_login_manager_is_present(const struct lk_login_manager *m) { return m->owner[0] != 0; }

// MARK: Events

// Copies the path of a session. Returns whether the text is such a path.
static int take_path(const char *text, char path[LK_LOGIN_PATH_SIZE]) {
  if (text == NULL || strncmp(text, SESSION_PREFIX, strlen(SESSION_PREFIX)) != 0 ||
      strlen(text) >= LK_LOGIN_PATH_SIZE)
    return 0;
  strcpy(path, text);
  return 1;
}

// Returns the event that a message means, or a negative errno value.
static int event_of(
    struct lk_login_manager *m, sd_bus_message *message, char path[LK_LOGIN_PATH_SIZE]) {
  const char *sender = m->client.sd->message_get_sender(message);
  if (sender == NULL) return LK_LOGIN_NOTHING;
  // Only the bus itself has this name as a sender.
  if (strcmp(sender, BUS) == 0) {
    if (m->client.sd->message_is_signal(message, BUS, "NameOwnerChanged") <= 0) return LK_LOGIN_NOTHING;
    const char *name = NULL;
    if (m->client.sd->message_read(message, "s", &name) <= 0 || strcmp(name, MANAGER) != 0)
      return LK_LOGIN_NOTHING;
    int result = find_owner(m);
    return result < 0 ? result : LK_LOGIN_MANAGER_CHANGED;
  }
  // The bus delivers a signal with a destination whatever the matches are, and everybody may send such a signal.
  if (m->owner[0] == 0 || strcmp(sender, m->owner) != 0) return LK_LOGIN_NOTHING;
  if (m->client.sd->message_is_signal(message, SESSION_INTERFACE, "Lock") > 0)
    return take_path(m->client.sd->message_get_path(message), path) ? LK_LOGIN_LOCK : LK_LOGIN_NOTHING;
  if (m->client.sd->message_is_signal(message, MANAGER_INTERFACE, "PrepareForSleep") > 0) {
    int begins = 0;
    if (m->client.sd->message_read(message, "b", &begins) <= 0) return LK_LOGIN_NOTHING;
    return begins ? LK_LOGIN_SLEEP : LK_LOGIN_WAKE;
  }
  int is_new = m->client.sd->message_is_signal(message, MANAGER_INTERFACE, "SessionNew") > 0;
  if (is_new || m->client.sd->message_is_signal(message, MANAGER_INTERFACE, "SessionRemoved") > 0) {
    const char *number = NULL, *text = NULL;
    if (m->client.sd->message_read(message, "so", &number, &text) <= 0 || !take_path(text, path))
      return LK_LOGIN_NOTHING;
    return is_new ? LK_LOGIN_SESSION_NEW : LK_LOGIN_SESSION_REMOVED;
  }
  return LK_LOGIN_NOTHING;
}

// Waits until the bus must be processed. Returns 0 when the time is over, or when `descriptor` is readable.
static int wait_for_bus(struct lk_login_manager *m, int descriptor, int64_t end) {
  uint64_t until = UINT64_MAX;
  int result = m->client.sd->get_timeout(m->client.bus, &until);
  int events = result < 0 ? result : m->client.sd->get_events(m->client.bus);
  int bus = events < 0 ? events : m->client.sd->get_fd(m->client.bus);
  if (bus < 0) return bus;
  // The time of get_timeout is one of CLOCK_MONOTONIC.
  int64_t next = until < (uint64_t)end ? (int64_t)until : end;
  int64_t rest = (next - now() + 999) / 1000;
  struct pollfd entries[] = {{.fd = bus, .events = (short)events},
                             {.fd = descriptor, .events = POLLIN}};
  int count = poll(entries, 2, rest > 0 ? (int)rest : 0);
  if (count < 0) return errno == EINTR ? 1 : -errno;
  if (entries[1].revents != 0) return 0;
  return count > 0 || now() < end;
}

int lk_login_manager_wait(
    struct lk_login_manager *m, int descriptor, int milliseconds, char path[LK_LOGIN_PATH_SIZE]) {
  int64_t end = now() + (int64_t)milliseconds * 1000;
  sd_bus_error error = {0};
  while (1) {
    sd_bus_message *message = NULL;
    int result = m->client.sd->process(m->client.bus, &message);
    if (result < 0) return lk_bus_client_finish(&m->client, result, &error, message);
    if (message != NULL) {
      int event = event_of(m, message, path);
      m->client.sd->message_unref(message);
      if (event != LK_LOGIN_NOTHING) return event;
    }
    // Many signals of other programs must not keep the caller from its other work.
    if (result > 0 && now() < end) continue;
    if (result > 0) return LK_LOGIN_NOTHING;
    result = wait_for_bus(m, descriptor, end);
    if (result < 0) return lk_bus_client_finish(&m->client, result, &error, NULL);
    if (result == 0) return LK_LOGIN_NOTHING;
  }
}

// MARK: Sessions

// Whether a call failed because its session does not exist any more.
static int is_gone(const sd_bus_error *error) {
  return has_name(error, "org.freedesktop.DBus.Error.UnknownObject") ||
         has_name(error, "org.freedesktop.login1.NoSuchSession");
}

// Reads a property of a session. Returns 1 with the reply; 0 if there is no such session.
static int property(
    struct lk_login_manager *m, const char *path, const char *name, const char *type,
    sd_bus_message **reply) {
  sd_bus_error error = {0};
  int result = m->client.sd->get_property(
      m->client.bus, m->owner, path, SESSION_INTERFACE, name, &error, reply, type);
  if (result >= 0) return 1;
  if (is_gone(&error)) result = 0;
  return lk_bus_client_finish(&m->client, result, &error, NULL);
}

// Reads the class of a session, and whether it is locked. Returns 0 if there is no such session.
static int read_properties(struct lk_login_manager *m, struct lk_login_session *session) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = property(m, session->path, "Class", "s", &reply);
  if (result <= 0) return result;
  const char *text = NULL;
  result = m->client.sd->message_read(reply, "s", &text);
  if (result >= 0) snprintf(session->class_name, sizeof session->class_name, "%s", text);
  result = lk_bus_client_finish(&m->client, result, &error, reply);
  if (result < 0) return result;
  reply = NULL;
  result = property(m, session->path, "LockedHint", "b", &reply);
  if (result <= 0) return result;
  result = m->client.sd->message_read(reply, "b", &session->is_locked);
  result = lk_bus_client_finish(&m->client, result, &error, reply);
  return result < 0 ? result : 1;
}

int lk_login_manager_session(struct lk_login_manager *m, struct lk_login_session *session) {
  if (m->owner[0] == 0) return 0;
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = property(m, session->path, "User", "(uo)", &reply);
  if (result <= 0) return result;
  result = m->client.sd->message_enter_container(reply, 'r', "uo");
  if (result >= 0) result = m->client.sd->message_read(reply, "u", &session->user);
  result = lk_bus_client_finish(&m->client, result, &error, reply);
  return result < 0 ? result : read_properties(m, session);
}

int lk_login_manager_sessions(
    struct lk_login_manager *m, lk_login_session_function each, void *context) {
  if (m->owner[0] == 0) return 0;
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result = m->client.sd->call_method(m->client.bus, m->owner, MANAGER_PATH, MANAGER_INTERFACE,
                                  "ListSessions", &error, &reply, "");
  if (result >= 0) result = m->client.sd->message_enter_container(reply, 'a', "(susso)");
  const char *number, *user, *seat, *path;
  struct lk_login_session session;
  while (result >= 0 && (result = m->client.sd->message_read(reply, "(susso)", &number, &session.user,
                                                      &user, &seat, &path)) > 0) {
    if (!take_path(path, session.path)) continue;
    result = read_properties(m, &session);
    if (result > 0) each(context, &session);
  }
  // A failed call for a property has stored its reason already.
  if (result < 0 && error.name == NULL && m->client.problem[0] != 0) {
    m->client.sd->message_unref(reply);
    return result;
  }
  return lk_bus_client_finish(&m->client, result, &error, reply);
}

int lk_login_manager_delay_sleep(struct lk_login_manager *m, int *descriptor) {
  *descriptor = -1;
  if (m->owner[0] == 0) return 0;
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int result =
      m->client.sd->call_method(m->client.bus, m->owner, MANAGER_PATH, MANAGER_INTERFACE, "Inhibit", &error,
                         &reply, "ssss", "sleep", "keychaind", "lock the keychains", "delay");
  int found = -1;
  if (result >= 0) result = m->client.sd->message_read(reply, "h", &found);
  // The reply closes its descriptor.
  if (result >= 0 && (*descriptor = fcntl(found, F_DUPFD_CLOEXEC, 3)) < 0) result = -errno;
  // logind refuses while the machine goes to sleep, and without polkit.
  int is_refused =
      result < 0 && result != -ETIMEDOUT && result != -ECONNRESET && result != -ENOTCONN;
  result = lk_bus_client_finish(&m->client, result, &error, reply);
  return is_refused ? 0 : result;
}
