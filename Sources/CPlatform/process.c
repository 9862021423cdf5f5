#define _GNU_SOURCE
#include "lk_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <unistd.h>

char *const *lk_environment(void) { return environ; }

static _Thread_local uint64_t client_of_thread;

uint64_t lk_thread_client(void) { return client_of_thread; }

void lk_set_thread_client(uint64_t client) { client_of_thread = client; }

int lk_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

static int add_descriptors(posix_spawn_file_actions_t *actions, const int descriptors[3]) {
  for (int number = 0; number < 3; number++) {
    int error = descriptors[number] >= 0
                    ? posix_spawn_file_actions_adddup2(actions, descriptors[number], number)
                    : posix_spawn_file_actions_addopen(actions, number, "/dev/null", O_RDWR, 0);
    if (error) return error;
  }
  // The program gets no descriptor above 2. The action also closes the descriptors that this process inherited from its
  // own parent.
  return posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

int lk_spawn(pid_t *process, char *const words[], char *const environment[], const int descriptors[3],
             const sigset_t *signals, int starts_session) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigset_t none;
  sigemptyset(&none);
  error = add_descriptors(&actions, descriptors);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, signals);
  if (!error)
    error = posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_RESETIDS |
                         (starts_session ? POSIX_SPAWN_SETSID : 0));
  if (!error) error = posix_spawn(process, words[0], &actions, &attributes, words, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int lk_go_on_in_background(void) {
  pid_t process = fork();
  if (process > 0) _exit(0);
  return process;
}

int lk_forbid_inspection(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
