/* A program for tests with keychaind (DaemonProgramTests of SecurityToolTests). Each argument is a command. The program
   prints a line for each command. */
#include "check.h"

#include <Security/LatchkeyApplication.h>
#include <Security/LatchkeyFailure.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t heard;

static void say(OSStatus status) {
  char text[512] = "";
  CFStringRef reason = LatchkeyCopyLastFailureReason();
  if (reason) {
    CFStringGetCString(reason, text, sizeof text, kCFStringEncodingUTF8);
    CFRelease(reason);
  }
  printf("%d %s\n", (int)status, text);
}

static void find(void) {
  CFMutableDictionaryRef query = password("test", "a");
  CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
  CFTypeRef found = NULL;
  OSStatus status = SecItemCopyMatching(query, &found);
  if (status == errSecSuccess) {
    puts(is_data(found, "secret") ? "found" : "wrong");
    CFRelease(found);
  } else {
    say(status);
  }
  CFRelease(query);
}

static OSStatus hear(SecKeychainEvent event, SecKeychainCallbackInfo *info, void *context) {
  (void)info, (void)context;
  if (event == kSecAddEvent) sem_post(&heard);
  return errSecSuccess;
}

/* Waits until another process adds an item. */
static void observe(void) {
  sem_init(&heard, 0, 0);
  OSStatus status = SecKeychainAddCallback(hear, kSecAddEventMask, NULL);
  if (status != errSecSuccess) return say(status);
  puts("ready");
  alarm(60);
  while (sem_wait(&heard) != 0) {
  }
  puts("heard");
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int index = 1; index < count; index++) {
    const char *command = arguments[index];
    if (strcmp(command, "begin") == 0) {
      OSStatus status = LatchkeyBeginApplication("com.example.test");
      printf("%d %s\n", (int)status, getegid() == getgid() ? "equal" : "different");
    } else if (strcmp(command, "add") == 0) {
      CFMutableDictionaryRef item = password("test", "a");
      put(item, kSecValueData, data("secret"));
      say(SecItemAdd(item, NULL));
      CFRelease(item);
    } else if (strcmp(command, "find") == 0) {
      find();
    } else if (strcmp(command, "observe") == 0) {
      observe();
    }
  }
  return 0;
}
