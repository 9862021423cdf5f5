/* Tests the four functions for items. */
#include "check.h"

static void add(void) {
  CFMutableDictionaryRef item = password("service", "anna");
  put(item, kSecValueData, data("secret"));
  CFDictionarySetValue(item, kSecReturnAttributes, kCFBooleanTrue);
  CFTypeRef result = NULL;
  CHECK_STATUS(SecItemAdd(item, &result), errSecSuccess);
  CHECK(result && CFGetTypeID(result) == CFDictionaryGetTypeID());
  CHECK(is_text(CFDictionaryGetValue(result, kSecAttrAccount), "anna"));
  CFRelease(result);

  CHECK_STATUS(SecItemAdd(item, &result), errSecDuplicateItem);
  CHECK(result == NULL);
  CHECK_STATUS(SecItemAdd(item, NULL), errSecDuplicateItem);

  /* The item has a string as its secret, numbers of several sizes, and text that is not ASCII. */
  put(item, kSecAttrAccount, string("größe \xf0\x9f\x94\x91"));
  put(item, kSecValueData, string("päss"));
  short kind = 7;
  put(item, kSecAttrType, CFNumberCreate(NULL, kCFNumberShortType, &kind));
  long long creator = 0x61626364;
  put(item, kSecAttrCreator, CFNumberCreate(NULL, kCFNumberLongLongType, &creator));
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
}

static void find_data(void) {
  CFMutableDictionaryRef query = password("service", "anna");
  CFTypeRef result = query;
  CHECK_STATUS(SecItemCopyMatching(query, &result), errSecSuccess);
  CHECK(result == NULL);
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecSuccess);

  CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
  CHECK_STATUS(SecItemCopyMatching(query, &result), errSecSuccess);
  CHECK(is_data(result, "secret"));
  CFRelease(result);

  int one = 1;
  put(query, kSecReturnData, CFNumberCreate(NULL, kCFNumberIntType, &one));
  put(query, kSecAttrAccount, string("größe \xf0\x9f\x94\x91"));
  CHECK_STATUS(SecItemCopyMatching(query, &result), errSecSuccess);
  CHECK(is_data(result, "päss"));
  CFRelease(result);

  put(query, kSecAttrAccount, string("nobody"));
  CHECK_STATUS(SecItemCopyMatching(query, &result), errSecItemNotFound);
  CHECK(result == NULL);
  CFRelease(query);
}

static void find_attributes(void) {
  CFMutableDictionaryRef query = password("service", NULL);
  CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
  CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
  CFDictionarySetValue(query, kSecReturnRef, kCFBooleanTrue);
  CFDictionarySetValue(query, kSecReturnPersistentRef, kCFBooleanTrue);
  CFDictionarySetValue(query, kSecMatchLimit, kSecMatchLimitAll);
  CFTypeRef result = NULL;
  CHECK_STATUS(SecItemCopyMatching(query, &result), errSecSuccess);
  CHECK(CFGetTypeID(result) == CFArrayGetTypeID() && CFArrayGetCount(result) == 2);

  CFDictionaryRef first = CFArrayGetValueAtIndex(result, 0);
  CFDictionaryRef second = CFArrayGetValueAtIndex(result, 1);
  CHECK(is_text(CFDictionaryGetValue(first, kSecClass), "genp"));
  CHECK(is_text(CFDictionaryGetValue(first, CFSTR("svce")), "service"));
  CHECK(is_data(CFDictionaryGetValue(first, kSecValueData), "secret"));
  CHECK(is_text(CFDictionaryGetValue(second, kSecAttrAccount), "größe \xf0\x9f\x94\x91"));
  CHECK(CFGetTypeID(CFDictionaryGetValue(first, kSecAttrCreationDate)) == CFDateGetTypeID());
  CHECK(CFGetTypeID(CFDictionaryGetValue(first, kSecValuePersistentRef)) == CFDataGetTypeID());
  CHECK(CFGetTypeID(CFDictionaryGetValue(first, kSecAttrAccessControl)) ==
        SecAccessControlGetTypeID());
  CFTypeRef reference = CFDictionaryGetValue(first, kSecValueRef);
  CHECK(CFGetTypeID(reference) == SecKeychainItemGetTypeID());

  /* Returned numbers have 32 bits, regardless of their size in the added item, because programs read 32 bits. */
  CFNumberRef type = CFDictionaryGetValue(second, kSecAttrType);
  int kind = 0;
  CHECK(CFNumberGetType(type) == kCFNumberSInt32Type);
  CHECK(CFNumberGetValue(type, kCFNumberIntType, &kind) && kind == 7);
  CFRelease(query);

  /* Searches by reference: first by a single reference, then by a list. */
  query = dictionary();
  CFDictionarySetValue(query, kSecValueRef, reference);
  CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
  CFTypeRef secret = NULL;
  CHECK_STATUS(SecItemCopyMatching(query, &secret), errSecSuccess);
  CHECK(is_data(secret, "secret"));
  CFRelease(secret);
  CFRelease(query);

  query = password(NULL, NULL);
  put(query, kSecMatchItemList, CFArrayCreate(NULL, &reference, 1, NULL));
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecSuccess);
  CHECK_STATUS(SecItemDelete(query), errSecSuccess);
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecItemNotFound);
  CFRelease(query);
  CFRelease(result);
}

static void update(void) {
  CFMutableDictionaryRef query = password("service", NULL);
  CFMutableDictionaryRef values = dictionary();
  put(values, kSecValueData, data("other"));
  put(values, kSecAttrLabel, string("label"));
  CFDictionarySetValue(values, kSecClass, kSecClassGenericPassword);
  CHECK_STATUS(SecItemUpdate(query, values), errSecSuccess);
  CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
  CFTypeRef result = NULL;
  CHECK_STATUS(SecItemCopyMatching(query, &result), errSecSuccess);
  CHECK(is_data(result, "other"));
  CFRelease(result);

  put(values, kSecValueData, string("text"));
  CFDictionaryRemoveValue(query, kSecReturnData);
  CHECK_STATUS(SecItemUpdate(query, values), errSecParam);
  CHECK_STATUS(SecItemDelete(query), errSecSuccess);
  CHECK_STATUS(SecItemDelete(query), errSecItemNotFound);
  CHECK_STATUS(SecItemUpdate(query, values), errSecParam);
  CFDictionaryRemoveValue(values, kSecValueData);
  CHECK_STATUS(SecItemUpdate(query, values), errSecItemNotFound);
  CFRelease(values);
  CFRelease(query);
}

static void empty_and_large(void) {
  CFMutableDictionaryRef item = password("", "");
  put(item, kSecValueData, CFDataCreate(NULL, NULL, 0));
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFDictionaryRemoveValue(item, kSecValueData);
  CFDictionarySetValue(item, kSecReturnData, kCFBooleanTrue);
  CFTypeRef result = NULL;
  CHECK_STATUS(SecItemCopyMatching(item, &result), errSecSuccess);
  CHECK(is_data(result, ""));
  CFRelease(result);
  CFRelease(item);

  static UInt8 bytes[3 << 20];
  for (size_t index = 0; index < sizeof bytes; index++) bytes[index] = (UInt8)(index * 7);
  item = password("large", "");
  put(item, kSecValueData, CFDataCreate(NULL, bytes, sizeof bytes));
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFDictionaryRemoveValue(item, kSecValueData);
  CFDictionarySetValue(item, kSecReturnData, kCFBooleanTrue);
  CHECK_STATUS(SecItemCopyMatching(item, &result), errSecSuccess);
  CHECK(CFDataGetLength(result) == sizeof bytes);
  CHECK(memcmp(CFDataGetBytePtr(result), bytes, sizeof bytes) == 0);
  CFRelease(result);
  CFRelease(item);
}

int main(void) {
  add();
  find_data();
  find_attributes();
  update();
  empty_and_large();
  return report();
}
