// Measures a search for one secret by a C program that uses libSecurity.so. Benchmarks/Sources/FindOne makes the same
// measurement in Swift. This program adds a thousand items to the keychain in LATCHKEY_HOME. Then it prints the
// processor time of a search in nanoseconds.

#include <Security/Security.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { item_count = 1000, search_count = 200, stretch_count = 60 };

// Returns a name for an item: the prefix and a number, with 20 characters.
static CFStringRef name(const char *prefix, int index) {
  char text[32];
  snprintf(text, sizeof text, "%s%016d", prefix, (int)((long)index * 7919 % 1000003));
  return CFStringCreateWithCString(NULL, text, kCFStringEncodingUTF8);
}

static void put(CFMutableDictionaryRef dictionary, CFStringRef key, CFTypeRef value) {
  CFDictionarySetValue(dictionary, key, value);
  CFRelease(value);
}

static CFMutableDictionaryRef password(int index) {
  CFMutableDictionaryRef result = CFDictionaryCreateMutable(
      NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CFDictionarySetValue(result, kSecClass, kSecClassGenericPassword);
  put(result, kSecAttrService, name("svce", index));
  put(result, kSecAttrAccount, name("acct", index));
  return result;
}

static void require(int condition, const char *what) {
  if (condition) return;
  printf("library-find-one: %s\n", what);
  exit(1);
}

// Returns the processor time of this thread in nanoseconds. Other programs affect the processor time less than the
// elapsed time.
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(void) {
  UInt8 secret[32];
  for (size_t index = 0; index < sizeof secret; index++) secret[index] = 42;
  for (int index = 0; index < item_count; index++) {
    CFMutableDictionaryRef item = password(index);
    put(item, kSecAttrLabel, name("labl", index));
    put(item, kSecValueData, CFDataCreate(NULL, secret, sizeof secret));
    require(SecItemAdd(item, NULL) == errSecSuccess, "an item cannot be added");
    CFRelease(item);
  }

  CFDictionaryRef queries[search_count];
  for (int index = 0; index < search_count; index++) {
    CFMutableDictionaryRef query = password(index * item_count / search_count);
    CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
    queries[index] = query;
  }

  double best = 1e18;
  for (int stretch = 0; stretch < stretch_count; stretch++) {
    double start = now();
    for (int index = 0; index < search_count; index++) {
      CFTypeRef result = NULL;
      OSStatus status = SecItemCopyMatching(queries[index], &result);
      require(status == errSecSuccess && result, "an item is not found");
      CFRelease(result);
    }
    double time = (now() - start) / search_count;
    if (time < best) best = time;
  }
  printf("%.0f\n", best);
  for (int index = 0; index < search_count; index++) CFRelease(queries[index]);
  return 0;
}
