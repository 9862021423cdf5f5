/* Common code of the test programs: macros that report a failed check, and functions that create objects. */
#ifndef CHECK_H
#define CHECK_H

#include <Security/Security.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                                 \
  do {                                                                   \
    if (!(condition)) {                                                  \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);    \
      failures++;                                                        \
    }                                                                    \
  } while (0)

#define CHECK_STATUS(call, expected)                                                          \
  do {                                                                                        \
    OSStatus got = (call);                                                                    \
    if (got != (expected)) {                                                                  \
      fprintf(stderr, "%s:%d: %s: %d, not %s\n", __FILE__, __LINE__, #call, (int)got, #expected); \
      failures++;                                                                             \
    }                                                                                         \
  } while (0)

static inline int report(void) {
  if (failures) return 1;
  puts("ok");
  return 0;
}

static inline CFMutableDictionaryRef dictionary(void) {
  return CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks,
                                   &kCFTypeDictionaryValueCallBacks);
}

static inline CFStringRef string(const char *text) {
  return CFStringCreateWithCString(NULL, text, kCFStringEncodingUTF8);
}

static inline CFDataRef data(const char *text) {
  return CFDataCreate(NULL, (const UInt8 *)text, (CFIndex)strlen(text));
}

/* Sets a value in a dictionary, and releases the value. */
static inline void put(CFMutableDictionaryRef query, CFStringRef key, CFTypeRef value) {
  CFDictionarySetValue(query, key, value);
  CFRelease(value);
}

/* Returns a query for a generic password. A NULL argument leaves the attribute out. */
static inline CFMutableDictionaryRef password(const char *service, const char *account) {
  CFMutableDictionaryRef query = dictionary();
  CFDictionarySetValue(query, kSecClass, kSecClassGenericPassword);
  if (service) put(query, kSecAttrService, string(service));
  if (account) put(query, kSecAttrAccount, string(account));
  return query;
}

static inline Boolean is_text(CFTypeRef object, const char *text) {
  if (!object) return false;
  CFStringRef expected = string(text);
  Boolean result = CFEqual(object, expected);
  CFRelease(expected);
  return result;
}

static inline Boolean is_data(CFTypeRef object, const char *text) {
  if (!object || CFGetTypeID(object) != CFDataGetTypeID()) return false;
  CFDataRef bytes = (CFDataRef)object;
  return CFDataGetLength(bytes) == (CFIndex)strlen(text) &&
         memcmp(CFDataGetBytePtr(bytes), text, strlen(text)) == 0;
}

#endif
