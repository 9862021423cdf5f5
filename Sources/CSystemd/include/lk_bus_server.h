#ifndef LATCHKEY_BUS_SERVER_H
#define LATCHKEY_BUS_SERVER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A connection to the session bus for a program that serves objects, with sd-bus(3). The functions return a negative
// errno value on failure, and 0 or more otherwise. Only one thread may use a connection and its messages.
//
// sd-bus has checked every received message: its strings are UTF-8 without the character NUL, its paths and signatures
// are valid, and its arrays are complete.
struct lk_bus;
struct lk_bus_message;

// Loads libsystemd and connects to the session bus. Returns -ENOSYS if libsystemd or one of its functions is missing.
int lk_bus_open(struct lk_bus **bus);

// Writes the messages that were not sent yet, and closes the connection.
void lk_bus_close(struct lk_bus *bus);

// The unique name of the connection, such as `:1.42`; NULL on failure.
const char *lk_bus_unique_name(struct lk_bus *bus);

#define LK_BUS_NAME_REPLACE_EXISTING 1
#define LK_BUS_NAME_QUEUE 4

// Requests a well-known name. Returns 1 if the connection owns the name, and 0 if it waits for the name.
int lk_bus_request_name(struct lk_bus *bus, const char *name, int flags);

// Makes the bus send the signals that match a rule.
int lk_bus_add_match(struct lk_bus *bus, const char *rule);

// The process that a connection of the bus had when it connected.
int lk_bus_process_of(struct lk_bus *bus, const char *name, pid_t *process);

// Returns 1 if a connection owns a well-known name, and 0 if another connection owns it. No owner is a failure.
int lk_bus_is_owner(struct lk_bus *bus, const char *client, const char *name);

// Makes the bus and the user's systemd, if it runs, read their files again.
int lk_bus_reload(struct lk_bus *bus);

// The descriptor to wait for, the events to wait for (poll(2)), and the time of CLOCK_MONOTONIC in microseconds at
// which lk_bus_process must be called anyway; UINT64_MAX for no time.
int lk_bus_descriptor(struct lk_bus *bus);
int lk_bus_events(struct lk_bus *bus);
int lk_bus_timeout(struct lk_bus *bus, uint64_t *time);

// Does one step of work. Returns 0 if there is nothing to do. Stores a received message that is for the program, or
// NULL. The caller releases the message. The memory of the message is overwritten before it is freed.
int lk_bus_process(struct lk_bus *bus, struct lk_bus_message **message);

// Writes the messages that were not sent yet.
int lk_bus_flush(struct lk_bus *bus);

// MARK: Messages

void lk_bus_message_release(struct lk_bus_message *message);

int lk_bus_message_is_call(struct lk_bus_message *message);
int lk_bus_message_is_signal(struct lk_bus_message *message);
int lk_bus_message_expects_reply(struct lk_bus_message *message);

// The fields of the header; NULL for a missing field. The signature is never NULL.
const char *lk_bus_message_sender(struct lk_bus_message *message);
const char *lk_bus_message_path(struct lk_bus_message *message);
const char *lk_bus_message_interface(struct lk_bus_message *message);
const char *lk_bus_message_member(struct lk_bus_message *message);
const char *lk_bus_message_signature(struct lk_bus_message *message);

// MARK: Reading
// The functions return 0 at the end of an array.

int lk_bus_message_enter(struct lk_bus_message *message, char type, const char *contents);
int lk_bus_message_exit(struct lk_bus_message *message);
int lk_bus_message_read_text(struct lk_bus_message *message, char type, const char **text);
int lk_bus_message_read_flag(struct lk_bus_message *message, int *flag);

// Returns a descriptor that the message owns.
int lk_bus_message_read_descriptor(struct lk_bus_message *message, int *descriptor);
int lk_bus_message_read_bytes(struct lk_bus_message *message, const void **bytes, size_t *count);

// The signature of the next value, if this value is a variant. The text belongs to the message.
int lk_bus_message_peek(struct lk_bus_message *message, char *type, const char **contents);
int lk_bus_message_skip(struct lk_bus_message *message, const char *types);

// MARK: Writing

int lk_bus_message_new_reply(struct lk_bus_message *call, struct lk_bus_message **reply);
int lk_bus_message_new_error(
    struct lk_bus_message *call, const char *name, const char *text, struct lk_bus_message **reply);
int lk_bus_message_new_signal(
    struct lk_bus *bus, const char *path, const char *interface, const char *member,
    struct lk_bus_message **signal);

// Makes a signal that only one connection receives.
int lk_bus_message_set_destination(struct lk_bus_message *message, const char *name);

int lk_bus_message_open(struct lk_bus_message *message, char type, const char *contents);
int lk_bus_message_close(struct lk_bus_message *message);
int lk_bus_message_append_text(struct lk_bus_message *message, char type, const char *text);
int lk_bus_message_append_flag(struct lk_bus_message *message, int flag);
int lk_bus_message_append_number(struct lk_bus_message *message, uint64_t number);
int lk_bus_message_append_code(struct lk_bus_message *message, uint32_t code);
int lk_bus_message_append_bytes(struct lk_bus_message *message, const void *bytes, size_t count);

// Sends a message. The memory of the message is overwritten before it is freed.
int lk_bus_send(struct lk_bus *bus, struct lk_bus_message *message);

#endif
