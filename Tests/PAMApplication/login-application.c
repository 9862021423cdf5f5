// A PAM application for the tests of pam_latchkey.so. It calls the functions of PAM in the order of its arguments, and
// checks that the modules change nothing of the program.
//
//     login-application FOLDER SERVICE USER STEP...
//
// FOLDER contains the configuration of the service; `-` for the configuration of the machine. The steps are:
//
//     answer=TEXT     the next question of a module gets this answer
//     authenticate, account, open, open-silent, close, setcred, reinitialise, refresh, delete, change, change-expired
//                     calls the function, and prints its name and its result: `ok`, or the number of the error
//     user=NAME       sets the user of the handle, as sudo does
//     uid=NUMBER      sets the real user; the effective user stays root
//     become=NUMBER   sets the real and the effective user
//     fork            the further steps run in a child
//     close-all       closes the descriptors 0 to 2
//     ignore-children the program ignores SIGCHLD from now on
//     wait=NUMBER     waits for milliseconds
//
// The program ends with 3 when a module changed something, and prints what.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <security/pam_appl.h>

extern char **environ;

// The milliseconds that a module may wait, and what a loaded machine may add.
enum { limit = 2000, allowance = 200 };

static const char *answers[16];
static int first_answer, last_answer;
static volatile sig_atomic_t signal_count;
static int output;
static int failures;

static void say(const char *text) {
  if (write(output, text, strlen(text)) < 0) _exit(4);
}

static void fail(const char *text) {
  failures++;
  say(text);
}

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data) {
  (void)data;
  struct pam_response *list = calloc((size_t)count, sizeof *list);
  for (int index = 0; index < count; index++) {
    int style = messages[index]->msg_style;
    if (style != PAM_PROMPT_ECHO_OFF && style != PAM_PROMPT_ECHO_ON) continue;
    if (first_answer == last_answer) {
      free(list);
      return PAM_CONV_ERR;
    }
    list[index].resp = strdup(answers[first_answer++]);
  }
  *responses = list;
  return PAM_SUCCESS;
}

static void count_signal(int number) {
  (void)number;
  signal_count++;
}

static int descriptor_count(void) {
  int count = 0;
  for (int descriptor = 0; descriptor < 1024; descriptor++)
    if (fcntl(descriptor, F_GETFD) >= 0) count++;
  return count;
}

static long milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static const char *value(const char *step, const char *name) {
  size_t length = strlen(name);
  return strncmp(step, name, length) == 0 ? step + length : NULL;
}

// Whether the functions wait(2) of the program still return the child of the program, and no other child.
static void check_children(pid_t own) {
  if (own <= 0) return;
  kill(own, SIGKILL);
  int status;
  pid_t found = wait(&status);
  if (found != own) fail("wait did not return the child of the program\n");
  if (wait(&status) >= 0 || errno != ECHILD) fail("wait returned a foreign child\n");
}

int main(int count, char **words) {
  if (count < 4) return 2;
  output = fcntl(1, F_DUPFD_CLOEXEC, 700);
  struct sigaction counting = {.sa_handler = count_signal};
  sigaction(SIGCHLD, &counting, NULL);
  sigaction(SIGPIPE, &counting, NULL);
  // The child ends with this process, which cannot kill the child after it has become another user.
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return 2;
  pid_t own = fork();
  if (own == 0) {
    close(ends[1]);
    char byte;
    while (read(ends[0], &byte, 1) != 0) {
    }
    _exit(0);
  }
  close(ends[0]);
  if (fcntl(ends[1], F_DUPFD_CLOEXEC, 701) < 0) return 2;
  close(ends[1]);
  pam_handle_t *handle = NULL;
  struct pam_conv conversation = {converse, NULL};
  int result = strcmp(words[1], "-") == 0
                   ? pam_start(words[2], words[3], &conversation, &handle)
                   : pam_start_confdir(words[2], words[3], &conversation, words[1], &handle);
  if (result != PAM_SUCCESS) return 2;
  long waited = 0;
  sigset_t mask_before, mask_after;
  sigemptyset(&mask_before);
  sigemptyset(&mask_after);
  sigprocmask(SIG_SETMASK, NULL, &mask_before);
  char *environment_before = environ[0];
  for (int index = 4; index < count; index++) {
    const char *step = words[index], *text;
    int descriptors = descriptor_count();
    long begin = milliseconds();
    if ((text = value(step, "answer="))) {
      answers[last_answer++] = text;
      continue;
    } else if ((text = value(step, "user="))) {
      pam_set_item(handle, PAM_USER, text);
      continue;
    } else if ((text = value(step, "uid="))) {
      if (setresuid((uid_t)atoi(text), (uid_t)-1, (uid_t)-1) != 0) return 2;
      continue;
    } else if ((text = value(step, "become="))) {
      uid_t user = (uid_t)atoi(text);
      if (setresuid(user, user, user) != 0) return 2;
      own = 0;
      continue;
    } else if ((text = value(step, "wait="))) {
      usleep((useconds_t)atoi(text) * 1000);
      continue;
    } else if (strcmp(step, "fork") == 0) {
      pid_t child = fork();
      int status;
      if (child > 0) {
        waitpid(child, &status, 0);
        kill(own, SIGKILL);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 4;
      }
      own = 0;
      continue;
    } else if (strcmp(step, "close-all") == 0) {
      for (int descriptor = 0; descriptor < 3; descriptor++) close(descriptor);
      continue;
    } else if (strcmp(step, "ignore-children") == 0) {
      signal(SIGCHLD, SIG_IGN);
      continue;
    }
    if (strcmp(step, "authenticate") == 0)
      result = pam_authenticate(handle, 0);
    else if (strcmp(step, "account") == 0)
      result = pam_acct_mgmt(handle, 0);
    else if (strcmp(step, "open") == 0)
      result = pam_open_session(handle, 0);
    else if (strcmp(step, "open-silent") == 0)
      result = pam_open_session(handle, PAM_SILENT);
    else if (strcmp(step, "close") == 0)
      result = pam_close_session(handle, 0);
    else if (strcmp(step, "setcred") == 0)
      result = pam_setcred(handle, PAM_ESTABLISH_CRED);
    else if (strcmp(step, "reinitialise") == 0)
      result = pam_setcred(handle, PAM_REINITIALIZE_CRED);
    else if (strcmp(step, "refresh") == 0)
      result = pam_setcred(handle, PAM_REFRESH_CRED);
    else if (strcmp(step, "delete") == 0)
      result = pam_setcred(handle, PAM_DELETE_CRED | PAM_SILENT);
    else if (strcmp(step, "change") == 0)
      result = pam_chauthtok(handle, 0);
    else if (strcmp(step, "change-expired") == 0)
      result = pam_chauthtok(handle, PAM_CHANGE_EXPIRED_AUTHTOK);
    else
      return 2;
    waited += milliseconds() - begin;
    char line[64];
    if (result == PAM_SUCCESS)
      snprintf(line, sizeof line, "%s ok\n", step);
    else
      snprintf(line, sizeof line, "%s %d\n", step, result);
    say(line);
    // A library may open a descriptor of its own at its first use, so more than one is a leak.
    if (descriptor_count() > descriptors + 1) fail("a module left descriptors open\n");
  }
  if (waited > limit + allowance) fail("the modules waited too long\n");
  if (signal_count > 0) fail("a module caused a signal\n");
  sigprocmask(SIG_SETMASK, NULL, &mask_after);
  for (int number = 1; number < NSIG; number++)
    if (sigismember(&mask_before, number) != sigismember(&mask_after, number))
      fail("a module changed the signal mask\n");
  if (environ[0] != environment_before) fail("a module changed the environment\n");
  struct sigaction present;
  sigaction(SIGPIPE, NULL, &present);
  if (present.sa_handler != count_signal) fail("a module changed a signal handler\n");
  signal(SIGCHLD, SIG_DFL);
  check_children(own);
  pam_end(handle, PAM_SUCCESS);
  return failures > 0 ? 3 : 0;
}
