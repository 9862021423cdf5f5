/* Calls the item functions with random dictionaries. Every call must return a status. The program releases the results.

   The argument is the number of calls. The random numbers are the same in every run. */
#include "check.h"

#include <stdlib.h>

static unsigned long state = 88172645463325252UL;

static unsigned random_below(unsigned limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 20) % limit;
}

static CFStringRef key(void) {
  static const CFStringRef *keys[] = {
      &kSecClass, &kSecAttrService, &kSecAttrAccount, &kSecAttrServer, &kSecAttrPort,
      &kSecAttrProtocol, &kSecAttrLabel, &kSecAttrGeneric, &kSecAttrCreator, &kSecAttrAccess,
      &kSecAttrAccessible, &kSecAttrAccessControl, &kSecAttrAccessGroup, &kSecAttrSynchronizable,
      &kSecAttrKeyType, &kSecAttrKeyClass, &kSecAttrKeySizeInBits, &kSecAttrApplicationTag,
      &kSecMatchLimit, &kSecMatchItemList, &kSecMatchSearchList, &kSecMatchPolicy,
      &kSecMatchIssuers, &kSecMatchValidOnDate, &kSecMatchTrustedOnly, &kSecReturnData,
      &kSecReturnAttributes, &kSecReturnRef, &kSecReturnPersistentRef, &kSecValueData,
      &kSecValueRef, &kSecValuePersistentRef, &kSecUseItemList, &kSecUseKeychain,
      &kSecUseAuthenticationUI, &kSecUseAuthenticationContext, &kSecUseDataProtectionKeychain};
  return *keys[random_below(sizeof keys / sizeof *keys)];
}

static CFTypeRef value(int depth);

static CFArrayRef array(int depth) {
  CFTypeRef members[4];
  CFIndex count = random_below(5);
  for (CFIndex index = 0; index < count; index++) members[index] = value(depth + 1);
  CFArrayRef result = CFArrayCreate(NULL, members, count, &kCFTypeArrayCallBacks);
  for (CFIndex index = 0; index < count; index++) CFRelease(members[index]);
  return result;
}

static CFDictionaryRef query(int depth) {
  CFMutableDictionaryRef result = dictionary();
  static const CFStringRef *classes[] = {&kSecClassGenericPassword, &kSecClassInternetPassword,
                                         &kSecClassKey, &kSecClassCertificate, &kSecClassIdentity};
  if (random_below(4)) CFDictionarySetValue(result, kSecClass, *classes[random_below(5)]);
  if (random_below(2)) CFDictionarySetValue(result, kSecReturnAttributes, kCFBooleanTrue);
  for (unsigned count = random_below(3); count > 0; count--) put(result, key(), value(depth));
  if (!random_below(10)) CFDictionarySetValue(result, kCFBooleanTrue, kSecClass);
  return result;
}

static CFTypeRef reference(void) {
  CFMutableDictionaryRef wanted = password("random", NULL);
  CFDictionarySetValue(wanted, kSecReturnRef, kCFBooleanTrue);
  CFTypeRef result = NULL;
  if (SecItemCopyMatching(wanted, &result)) SecItemAdd(wanted, &result);
  CFRelease(wanted);
  return result ? result : CFRetain(kCFNull);
}

static CFTypeRef value(int depth) {
  static SecKeyRef made_key;
  int number = (int)random_below(100) - 10;
  double real = random_below(7) * 0.5;
  switch (random_below(depth > 3 ? 14 : 17)) {
    case 0: return CFRetain(kCFBooleanTrue);
    case 1: return CFRetain(kCFBooleanFalse);
    case 2: return CFNumberCreate(NULL, kCFNumberIntType, &number);
    case 3: return CFNumberCreate(NULL, kCFNumberDoubleType, &real);
    case 4: return string(random_below(2) ? "genp" : "größe");
    case 5: return data("bytes");
    case 6: return CFDateCreate(NULL, real * 1e9);
    case 7: return CFRetain(kCFNull);
    case 8: return CFUUIDCreate(NULL);
    case 9: return CFRetain(key());
    case 10: return reference();
    case 11: return SecPolicyCreateSSL(true, CFSTR("example.org"));
    case 12: {
      SecKeychainRef keychain = NULL;
      SecKeychainOpen(random_below(2) ? "login.keychain" : "other", &keychain);
      return keychain;
    }
    case 13: {
      if (!made_key) {
        CFMutableDictionaryRef wanted = dictionary();
        int size = 256;
        CFDictionarySetValue(wanted, kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom);
        put(wanted, kSecAttrKeySizeInBits, CFNumberCreate(NULL, kCFNumberIntType, &size));
        made_key = SecKeyCreateRandomKey(wanted, NULL);
        CFRelease(wanted);
      }
      return CFRetain(made_key);
    }
    case 14: return array(depth);
    case 15: return query(depth + 1);
    default: return SecAccessControlCreateWithFlags(NULL, kSecAttrAccessibleWhenUnlocked, 0, NULL);
  }
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : 500, found = 0, refused = 0;
  for (int round = 0; round < rounds; round++) {
    CFDictionaryRef one = query(0), two = query(0);
    CFTypeRef result = NULL;
    OSStatus status = errSecSuccess;
    switch (random_below(4)) {
      case 0: status = SecItemAdd(one, &result); break;
      case 1: status = SecItemUpdate(one, two); break;
      case 2: status = random_below(4) ? errSecSuccess : SecItemDelete(one); break;
      default: status = SecItemCopyMatching(one, &result); break;
    }
    CHECK(status == errSecSuccess || !result);
    found += result != NULL;
    refused += status == errSecParam;
    if (result) {
      CFStringRef text = CFCopyDescription(result);
      if (text) CFRelease(text);
      CHECK(CFEqual(result, result));
      CFRelease(result);
    }
    CFRelease(one);
    CFRelease(two);
  }
  /* Enough calls must succeed and enough calls must fail. Otherwise the test would prove nothing. */
  CHECK(found > rounds / 200 && refused > rounds / 10);
  return report();
}
