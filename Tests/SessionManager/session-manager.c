// A logind of the tests, on the system bus. It has the sessions that its input names, and sends the signals of logind.
//
//     session-manager LOG [refuse | ID:USER:CLASS[:locked] ...]
//     session-manager signal PATH INTERFACE MEMBER [true]
//
// The sessions ID:USER:CLASS exist before the program is on the bus. With `:locked`, the screen of the session is locked.
// The lines of the input are:
//
//     session ID USER CLASS   a session begins
//     end ID                  a session ends
//     forget ID               a session ends, and no signal says so
//     lock ID, unlock ID      the signals Lock and Unlock of a session
//     sleep, wake             the signal PrepareForSleep
//     sync                    prints `done`, after all earlier lines took effect on the bus
//
// The program appends `delayed` to the file LOG when a program lets the machine wait with its sleep, and `released` when
// the program closes its descriptor. With `refuse` it refuses to delay the sleep.
//
// The second form sends a signal with an empty body, or with a Boolean, to each connection of the bus, and as a broadcast.
// The program uses the functions of libsystemd without its headers.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct {
  const char *name;
  const char *message;
  int need_free;
} sd_bus_error;

int sd_bus_open_system(sd_bus **bus);
int sd_bus_request_name(sd_bus *bus, const char *name, uint64_t flags);
int sd_bus_process(sd_bus *bus, sd_bus_message **message);
int sd_bus_get_fd(sd_bus *bus);
int sd_bus_get_events(sd_bus *bus);
int sd_bus_flush(sd_bus *bus);
int sd_bus_send(sd_bus *bus, sd_bus_message *message, uint64_t *cookie);
int sd_bus_emit_signal(sd_bus *bus, const char *path, const char *interface, const char *member, const char *types, ...);
int sd_bus_message_is_method_call(sd_bus_message *message, const char *interface, const char *member);
const char *sd_bus_message_get_path(sd_bus_message *message);
int sd_bus_message_read(sd_bus_message *message, const char *types, ...);
int sd_bus_message_append(sd_bus_message *message, const char *types, ...);
int sd_bus_message_open_container(sd_bus_message *message, char type, const char *contents);
int sd_bus_message_close_container(sd_bus_message *message);
int sd_bus_message_new_method_return(sd_bus_message *call, sd_bus_message **reply);
int sd_bus_message_new_signal(sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member);
int sd_bus_message_set_destination(sd_bus_message *message, const char *destination);
int sd_bus_reply_method_errorf(sd_bus_message *call, const char *name, const char *format, ...);
sd_bus_message *sd_bus_message_unref(sd_bus_message *message);

#define MANAGER_PATH "/org/freedesktop/login1"
#define MANAGER_INTERFACE "org.freedesktop.login1.Manager"
#define SESSION_INTERFACE "org.freedesktop.login1.Session"

struct session {
  char number[32];
  char path[96];
  char class[32];
  uint32_t user;
  int is_locked;
};

static struct session sessions[32];
static int session_count;
// The reading ends of the pipes whose writing ends delay the sleep.
static int delays[16];
static int delay_count;
static int log_file, refuses;
static sd_bus *bus;

static void fail(const char *what, int result) {
  if (result >= 0) return;
  fprintf(stderr, "session-manager: %s: %s\n", what, strerror(-result));
  exit(1);
}

static void note(const char *line) {
  if (write(log_file, line, strlen(line)) < 0) exit(1);
}

static struct session *session(const char *number, const char *path) {
  for (int index = 0; index < session_count; index++) {
    struct session *found = &sessions[index];
    if ((number && strcmp(found->number, number) == 0) || (path && strcmp(found->path, path) == 0)) return found;
  }
  return NULL;
}

static void answer(sd_bus_message *call) {
  sd_bus_message *reply = NULL;
  fail("reply", sd_bus_message_new_method_return(call, &reply));
  if (sd_bus_message_is_method_call(call, MANAGER_INTERFACE, "ListSessions") > 0) {
    sd_bus_message_open_container(reply, 'a', "(susso)");
    for (int index = 0; index < session_count; index++)
      sd_bus_message_append(reply, "(susso)", sessions[index].number, sessions[index].user, "name", "", sessions[index].path);
    sd_bus_message_close_container(reply);
  } else if (sd_bus_message_is_method_call(call, MANAGER_INTERFACE, "Inhibit") > 0) {
    const char *what, *who, *why, *mode;
    fail("arguments", sd_bus_message_read(call, "ssss", &what, &who, &why, &mode));
    int ends[2];
    if (refuses) {
      sd_bus_reply_method_errorf(call, "org.freedesktop.DBus.Error.AccessDenied", "Permission denied");
      sd_bus_message_unref(reply);
      return;
    }
    if (strcmp(what, "sleep") != 0 || strcmp(mode, "delay") != 0 || delay_count == 16 || pipe2(ends, O_CLOEXEC) != 0) exit(1);
    sd_bus_message_append(reply, "h", ends[1]);
    delays[delay_count++] = ends[0];
    note("delayed\n");
    fail("send", sd_bus_send(bus, reply, NULL));
    sd_bus_flush(bus);
    close(ends[1]);
    sd_bus_message_unref(reply);
    return;
  } else if (sd_bus_message_is_method_call(call, "org.freedesktop.DBus.Properties", "Get") > 0) {
    const char *interface, *name;
    fail("arguments", sd_bus_message_read(call, "ss", &interface, &name));
    struct session *found = session(NULL, sd_bus_message_get_path(call));
    if (!found) {
      sd_bus_reply_method_errorf(call, "org.freedesktop.DBus.Error.UnknownObject", "Unknown object");
      sd_bus_message_unref(reply);
      return;
    }
    if (strcmp(name, "Class") == 0)
      sd_bus_message_append(reply, "v", "s", found->class);
    else if (strcmp(name, "LockedHint") == 0)
      sd_bus_message_append(reply, "v", "b", found->is_locked);
    else
      sd_bus_message_append(reply, "v", "(uo)", found->user, "/org/freedesktop/login1/user/self");
  } else {
    sd_bus_message_unref(reply);
    return;
  }
  fail("send", sd_bus_send(bus, reply, NULL));
  sd_bus_message_unref(reply);
}

static struct session *add(const char *number, const char *user, const char *class) {
  struct session *new = &sessions[session_count++];
  snprintf(new->number, sizeof new->number, "%s", number);
  snprintf(new->path, sizeof new->path, "/org/freedesktop/login1/session/%s", number);
  snprintf(new->class, sizeof new->class, "%s", class);
  new->user = (uint32_t)atoi(user);
  new->is_locked = 0;
  return new;
}

static void carry_out(char *line) {
  char *word = strtok(line, " \n");
  if (!word) return;
  char *number = strtok(NULL, " \n");
  int result = 0;
  if (strcmp(word, "session") == 0) {
    char *user = strtok(NULL, " \n");
    struct session *new = add(number, user, strtok(NULL, " \n"));
    result = sd_bus_emit_signal(bus, MANAGER_PATH, MANAGER_INTERFACE, "SessionNew", "so", new->number, new->path);
  } else if (strcmp(word, "end") == 0 || strcmp(word, "forget") == 0) {
    struct session *found = session(number, NULL);
    if (!found) exit(1);
    struct session old = *found;
    *found = sessions[--session_count];
    if (word[0] == 'e')
      result = sd_bus_emit_signal(bus, MANAGER_PATH, MANAGER_INTERFACE, "SessionRemoved", "so", old.number, old.path);
  } else if (strcmp(word, "lock") == 0 || strcmp(word, "unlock") == 0) {
    struct session *found = session(number, NULL);
    if (!found) exit(1);
    result = sd_bus_emit_signal(bus, found->path, SESSION_INTERFACE, word[0] == 'l' ? "Lock" : "Unlock", "");
  } else if (strcmp(word, "sleep") == 0 || strcmp(word, "wake") == 0) {
    result = sd_bus_emit_signal(bus, MANAGER_PATH, MANAGER_INTERFACE, "PrepareForSleep", "b", word[0] == 's');
  } else if (strcmp(word, "sync") == 0) {
    sd_bus_flush(bus);
    puts("done");
    fflush(stdout);
  } else {
    exit(2);
  }
  fail("signal", result);
  sd_bus_flush(bus);
}

static int send_signals(int count, char **words) {
  for (int number = -1; number < 64; number++) {
    sd_bus_message *signal = NULL;
    fail("signal", sd_bus_message_new_signal(bus, &signal, words[2], words[3], words[4]));
    if (count > 5) sd_bus_message_append(signal, "b", 1);
    char name[16];
    snprintf(name, sizeof name, ":1.%d", number);
    if (number >= 0) sd_bus_message_set_destination(signal, name);
    fail("send", sd_bus_send(bus, signal, NULL));
    sd_bus_message_unref(signal);
  }
  fail("send", sd_bus_flush(bus));
  // The bus handles the messages of a connection in their order.
  return sd_bus_request_name(bus, "org.freedesktop.login1", 0) < 0 ? 0 : 1;
}

int main(int count, char **words) {
  if (count < 2) return 2;
  fail("bus", sd_bus_open_system(&bus));
  if (strcmp(words[1], "signal") == 0 && count >= 5) return send_signals(count, words);
  log_file = open(words[1], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  for (int index = 2; index < count; index++) {
    char *number = strtok(words[index], ":"), *user = strtok(NULL, ":"), *class = strtok(NULL, ":");
    if (class)
      add(number, user, class)->is_locked = strtok(NULL, ":") != NULL;
    else
      refuses = 1;
  }
  fail("name", sd_bus_request_name(bus, "org.freedesktop.login1", 0));
  char line[256];
  size_t length = 0;
  while (1) {
    sd_bus_message *message = NULL;
    int result = sd_bus_process(bus, &message);
    if (result < 0) return 0;
    if (message) {
      if (sd_bus_message_is_method_call(message, NULL, NULL) > 0) answer(message);
      sd_bus_message_unref(message);
    }
    if (result > 0) continue;
    struct pollfd entries[18] = {{.fd = 0, .events = POLLIN},
                                 {.fd = sd_bus_get_fd(bus), .events = (short)sd_bus_get_events(bus)}};
    for (int index = 0; index < delay_count; index++) entries[2 + index] = (struct pollfd){.fd = delays[index]};
    if (poll(entries, (nfds_t)(2 + delay_count), -1) < 0) return 1;
    for (int index = delay_count - 1; index >= 0; index--) {
      if (!entries[2 + index].revents) continue;
      close(delays[index]);
      delays[index] = delays[--delay_count];
      note("released\n");
    }
    if (!entries[0].revents) continue;
    if (read(0, line + length, 1) != 1) return 0;
    if (line[length] == '\n') {
      line[length + 1] = 0;
      length = 0;
      carry_out(line);
    } else if (++length == sizeof line - 2) {
      return 1;
    }
  }
}
