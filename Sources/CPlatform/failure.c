#include <string.h>

#include "lk_failure.h"

static _Thread_local struct {
  int32_t status;
  int32_t cause;
  size_t length;
  char reason[LK_FAILURE_CAPACITY];
} last;

void lk_failure_set(int32_t status, int32_t cause, const char *reason, size_t length) {
  if (length > sizeof last.reason) {
    length = sizeof last.reason;
    while (length > 0 && ((unsigned char)reason[length] & 0xC0) == 0x80) length--;
  }
  if (length > 0) memcpy(last.reason, reason, length);
  last.status = status;
  last.cause = cause;
  last.length = length;
}

void lk_failure_clear(void) { last.status = 0; }

int lk_failure_get(int32_t *status, int32_t *cause, const char **reason, size_t *length) {
  if (last.status == 0) return 0;
  *status = last.status;
  *cause = last.cause;
  *reason = last.reason;
  *length = last.length;
  return 1;
}
