/* Calls with invalid arguments. Each call must return an error status. */
#include "check.h"

static void missing(void) {
  CFTypeRef result = kCFNull;
  CHECK_STATUS(SecItemAdd(NULL, NULL), errSecParam);
  CHECK_STATUS(SecItemAdd(NULL, &result), errSecParam);
  CHECK(result == NULL);
  CHECK_STATUS(SecItemCopyMatching(NULL, &result), errSecParam);
  CHECK_STATUS(SecItemUpdate(NULL, NULL), errSecParam);
  CHECK_STATUS(SecItemDelete(NULL), errSecParam);
  CFMutableDictionaryRef empty = dictionary();
  CHECK_STATUS(SecItemAdd(empty, &result), errSecParam);
  CHECK_STATUS(SecItemUpdate(empty, NULL), errSecParam);
  CFRelease(empty);
}

static void no_dictionaries(void) {
  CFTypeRef objects[] = {kSecClass, kCFBooleanTrue, kCFNull};
  for (size_t index = 0; index < sizeof objects / sizeof *objects; index++) {
    CFDictionaryRef object = objects[index];
    CHECK_STATUS(SecItemAdd(object, NULL), errSecParam);
    CHECK_STATUS(SecItemCopyMatching(object, NULL), errSecParam);
    CHECK_STATUS(SecItemUpdate(object, object), errSecParam);
    CHECK_STATUS(SecItemDelete(object), errSecParam);
  }
}

/* A CFDictionary without callbacks compares its keys as pointers, and can contain NULL. */
static void no_callbacks(void) {
  CFStringRef account = string("anna");
  const void *keys[] = {kSecClass, kSecAttrService, kSecAttrAccount, kSecValueData};
  const void *values[] = {kSecClassGenericPassword, CFSTR("plain"), account, CFSTR("secret")};
  CFDictionaryRef item = CFDictionaryCreate(NULL, keys, values, 4, NULL, NULL);
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
  item = CFDictionaryCreate(NULL, keys, values, 3, NULL, NULL);
  CHECK_STATUS(SecItemCopyMatching(item, NULL), errSecSuccess);
  CHECK_STATUS(SecItemDelete(item), errSecSuccess);
  CFRelease(item);

  values[2] = NULL;
  item = CFDictionaryCreate(NULL, keys, values, 4, NULL, NULL);
  CHECK_STATUS(SecItemAdd(item, NULL), errSecParam);
  CHECK_STATUS(SecItemCopyMatching(item, NULL), errSecParam);
  CFRelease(item);
  keys[2] = NULL;
  values[2] = account;
  item = CFDictionaryCreate(NULL, keys, values, 4, NULL, NULL);
  CHECK_STATUS(SecItemAdd(item, NULL), errSecParam);
  CFRelease(item);
  CFRelease(account);

  /* A nested array contains NULL. */
  CFMutableDictionaryRef query = password("x", NULL);
  const void *nothing = NULL;
  put(query, kSecMatchItemList, CFArrayCreate(NULL, &nothing, 1, NULL));
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecParam);
  CFRelease(query);
}

static void wrong_values(void) {
  CFTypeRef objects[] = {kCFNull, CFSetCreate(NULL, NULL, 0, NULL), CFUUIDCreate(NULL), dictionary(),
                         CFArrayCreate(NULL, NULL, 0, NULL)};
  CFStringRef keys[] = {kSecClass, kSecReturnData, kSecValueRef, kSecMatchLimit, kSecMatchItemList,
                        kSecAttrAccessControl};
  for (size_t object = 0; object < sizeof objects / sizeof *objects; object++) {
    for (size_t key = 0; key < sizeof keys / sizeof *keys; key++) {
      CFMutableDictionaryRef query = password("x", NULL);
      CFDictionarySetValue(query, keys[key], objects[object]);
      OSStatus status = SecItemCopyMatching(query, NULL);
      /* The empty list contains no item, so a search in it finds nothing. */
      CHECK(status == errSecParam || status == errSecItemNotFound);
      CFRelease(query);
    }
  }
  for (size_t object = 1; object < sizeof objects / sizeof *objects; object++) {
    CFRelease(objects[object]);
  }

  CFMutableDictionaryRef query = password("x", NULL);
  CFMutableArrayRef itself = CFArrayCreateMutable(NULL, 0, NULL);
  CFArrayAppendValue(itself, itself);
  CFDictionarySetValue(query, kSecMatchItemList, itself);
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecParam);
  CFRelease(query);
  CFRelease(itself);

  query = dictionary();
  double half = 0.5;
  CFDictionarySetValue(query, kSecClass, kSecClassInternetPassword);
  put(query, kSecAttrPort, CFNumberCreate(NULL, kCFNumberDoubleType, &half));
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecDecode);
  put(query, kSecAttrPort, string("x"));
  CFDictionarySetValue(query, CFSTR("nonsense"), kCFBooleanTrue);
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecParam);
  CFDictionarySetValue(query, kCFBooleanTrue, kCFBooleanTrue);
  CHECK(SecItemCopyMatching(query, NULL) != errSecSuccess);
  CFRelease(query);
}

static void random_bytes(void) {
  UInt8 bytes[1000] = {0};
  CHECK(kSecRandomDefault == NULL);
  CHECK_STATUS(SecRandomCopyBytes(kSecRandomDefault, sizeof bytes, bytes), errSecSuccess);
  int zeros = 0;
  for (size_t index = 0; index < sizeof bytes; index++) zeros += bytes[index] == 0;
  CHECK(zeros < 50);
  CHECK_STATUS(SecRandomCopyBytes(kSecRandomDefault, 0, NULL), errSecSuccess);
  CHECK_STATUS(SecRandomCopyBytes(kSecRandomDefault, 1, NULL), errSecParam);
  CHECK_STATUS(SecRandomCopyBytes(kSecRandomDefault, (size_t)-1, bytes), errSecParam);
}

static void messages(void) {
  CFStringRef text = SecCopyErrorMessageString(errSecItemNotFound, NULL);
  CHECK(is_text(text, "The specified item could not be found in the keychain."));
  CFRelease(text);
  text = SecCopyErrorMessageString(errSecInteractionNotAllowed, NULL);
  CHECK(is_text(text, "User interaction is not allowed."));
  CFRelease(text);
  text = SecCopyErrorMessageString(12345, NULL);
  CHECK(is_text(text, "OSStatus 12345"));
  CFRelease(text);
}

int main(void) {
  missing();
  no_dictionaries();
  no_callbacks();
  wrong_values();
  random_bytes();
  messages();
  return report();
}
