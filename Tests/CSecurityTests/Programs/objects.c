/* Constants and references must behave like objects of Core Foundation. */
#include "check.h"

static CFTypeRef reference(const char *account) {
  CFMutableDictionaryRef item = password("objects", account);
  CFDictionarySetValue(item, kSecReturnRef, kCFBooleanTrue);
  CFTypeRef result = NULL;
  if (SecItemCopyMatching(item, &result) == errSecItemNotFound) {
    CHECK_STATUS(SecItemAdd(item, &result), errSecSuccess);
  }
  CFRelease(item);
  return result;
}

static void constants(void) {
  CHECK(CFGetTypeID(kSecClass) == CFStringGetTypeID());
  CHECK(is_text(kSecClass, "class"));
  CHECK(CFHash(kSecClass) == CFHash(CFSTR("class")));
  CHECK(CFStringGetLength(kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly) == 4);
  /* Some programs release constants that they have not retained. The constants must stay valid after such releases. */
  for (int count = 0; count < 10; count++) CFRelease(kSecAttrAccount);
  for (int count = 0; count < 10; count++) CFRetain(kSecAttrAccount);
  CHECK(is_text(kSecAttrAccount, "acct"));
  char buffer[16];
  CHECK(CFStringGetCString(kSecMatchLimitOne, buffer, sizeof buffer, kCFStringEncodingUTF8));
  CHECK(strcmp(buffer, "m_LimitOne") == 0);
  CFStringRef copy = CFStringCreateCopy(NULL, kSecAttrLabel);
  CHECK(CFEqual(copy, kSecAttrLabel));
  CFRelease(copy);
}

static void references(void) {
  CFTypeRef one = reference("one"), again = reference("one"), two = reference("two");
  CHECK(CFGetTypeID(one) == SecKeychainItemGetTypeID());
  CHECK(CFEqual(one, again) && CFHash(one) == CFHash(again));
  CHECK(!CFEqual(one, two) && !CFEqual(one, kSecClass) && !CFEqual(kSecClass, one));
  CHECK(CFRetain(one) == one);
  CFRelease(one);

  CFStringRef text = CFCopyDescription(one);
  CHECK(text && CFStringHasPrefix(text, CFSTR("<SecKeychainItemRef: genp ")));
  CFRelease(text);
  text = CFStringCreateWithFormat(NULL, NULL, CFSTR("%@"), one);
  CHECK(text && CFStringGetLength(text) > 10);
  CFRelease(text);
  text = CFCopyTypeIDDescription(SecKeychainItemGetTypeID());
  CHECK(is_text(text, "SecKeychainItem"));
  CFRelease(text);

  /* References can be keys of dictionaries. */
  CFMutableDictionaryRef names = dictionary();
  CFDictionarySetValue(names, one, CFSTR("first"));
  CHECK(CFDictionaryGetValue(names, again) == CFSTR("first") ||
        is_text(CFDictionaryGetValue(names, again), "first"));
  CHECK(CFDictionaryGetValue(names, two) == NULL);
  CFRelease(names);
  CFRelease(two);
  CFRelease(again);
  CFRelease(one);
}

/* The type identifiers differ from each other and from the type identifiers of Core Foundation. */
static void types(void) {
  CFTypeID types[] = {SecAccessControlGetTypeID(), SecKeyGetTypeID(),
                      SecCertificateGetTypeID(),   SecIdentityGetTypeID(),
                      SecTrustGetTypeID(),         SecPolicyGetTypeID(),
                      SecKeychainGetTypeID(),      SecKeychainItemGetTypeID(),
                      SecKeychainSearchGetTypeID(), SecAccessGetTypeID(),
                      SecTrustedApplicationGetTypeID(), CFStringGetTypeID(),
                      CFDataGetTypeID(),           CFNumberGetTypeID(),
                      CFBooleanGetTypeID(),        CFDictionaryGetTypeID(),
                      CFArrayGetTypeID(),          CFDateGetTypeID(),
                      CFErrorGetTypeID(),          CFNullGetTypeID()};
  int count = sizeof types / sizeof *types;
  for (int one = 0; one < count; one++) {
    CHECK(types[one] != 0);
    for (int other = 0; other < one; other++) CHECK(types[one] != types[other]);
  }
}

int main(void) {
  constants();
  references();
  types();
  return report();
}
