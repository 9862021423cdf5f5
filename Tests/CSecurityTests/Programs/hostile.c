/* Passes unusable objects to every function that takes objects. Each call must return errSecParam, or NULL and an
   error. The process must not crash.

   The arguments are two files: a certificate in DER, and its private key in PEM. */
#include "check.h"

#include <stdlib.h>

static SecCertificateRef certificate;
static SecTrustRef trust;
static SecKeyRef key, public_key;
static SecIdentityRef identity;
static CFDataRef bytes;
static const char *object_name;

#define REFUSED(call)                                                                    \
  do {                                                                                   \
    OSStatus got = (call);                                                               \
    if (got != errSecParam) {                                                            \
      fprintf(stderr, "%d: %s: %s: %d\n", __LINE__, object_name, #call, (int)got);       \
      failures++;                                                                        \
    }                                                                                    \
  } while (0)

/* Checks that a call returns NULL and sets the variable `error` to errSecParam. */
#define REFUSED_WITH_ERROR(call)                                                         \
  do {                                                                                   \
    CFErrorRef error = NULL;                                                             \
    const void *got = (call);                                                            \
    if (got || !error || CFErrorGetCode(error) != errSecParam) {                         \
      fprintf(stderr, "%d: %s: %s\n", __LINE__, object_name, #call);                     \
      failures++;                                                                        \
    }                                                                                    \
    if (error) CFRelease(error);                                                         \
  } while (0)

static CFArrayRef array_of(CFTypeRef object) {
  return CFArrayCreate(NULL, &object, 1, &kCFTypeArrayCallBacks);
}

static CFDictionaryRef dictionary_of(CFTypeRef name, CFTypeRef object) {
  CFMutableDictionaryRef result = dictionary();
  CFDictionarySetValue(result, name, object);
  return result;
}

static Boolean is_string(CFTypeRef object) { return CFGetTypeID(object) == CFStringGetTypeID(); }

static void items(CFTypeRef object) {
  CFStringRef keys[] = {kSecAttrLabel, kSecValueData, kSecMatchItemList, kSecUseItemList,
                        kSecMatchIssuers, kSecMatchSearchList, kSecUseKeychain, kSecValueRef,
                        kSecAttrAccessControl, kSecAttrAccess, kSecUseAuthenticationContext,
                        kSecMatchPolicy, kSecReturnData, kSecMatchLimit, CFSTR("nleg"),
                        CFSTR("m_other")};
  CFDictionaryRef item = password(NULL, NULL);
  CFDictionaryRef nothing = dictionary();
  for (size_t index = 0; index <= sizeof keys / sizeof *keys; index++) {
    CFDictionaryRef query;
    if (index < sizeof keys / sizeof *keys) {
      CFMutableDictionaryRef made = password(NULL, NULL);
      CFDictionarySetValue(made, keys[index], object);
      query = made;
    } else {
      query = CFRetain(object);
    }
    REFUSED(SecItemAdd(query, NULL));
    REFUSED(SecItemCopyMatching(query, NULL));
    REFUSED(SecItemUpdate(query, nothing));
    REFUSED(SecItemUpdate(item, query));
    REFUSED(SecItemDelete(query));
    CFRelease(query);
  }
  CFRelease(item);
  CFRelease(nothing);
}

static void keys(CFTypeRef object) {
  CFStringRef names[] = {kSecPrivateKeyAttrs, kSecPublicKeyAttrs, kSecAttrLabel, kSecAttrSalt,
                         kSecAttrKeySizeInBits};
  for (size_t index = 0; index <= sizeof names / sizeof *names; index++) {
    CFDictionaryRef parameters;
    if (index < sizeof names / sizeof *names) {
      int32_t size = 256;
      CFMutableDictionaryRef made = dictionary();
      CFDictionarySetValue(made, kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom);
      put(made, kSecAttrKeySizeInBits, CFNumberCreate(NULL, kCFNumberSInt32Type, &size));
      CFDictionarySetValue(made, names[index], object);
      parameters = made;
    } else {
      parameters = CFRetain(object);
    }
    REFUSED_WITH_ERROR(SecKeyCreateRandomKey(parameters, &error));
    REFUSED(SecKeyGeneratePair(parameters, NULL, NULL));
    REFUSED_WITH_ERROR(SecKeyCreateWithData(bytes, parameters, &error));
    REFUSED_WITH_ERROR(SecKeyCopyKeyExchangeResult(
        key, kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA256, public_key, parameters, &error));
    REFUSED_WITH_ERROR(SecKeyGenerateSymmetric(parameters, &error));
    REFUSED_WITH_ERROR(SecKeyCreateFromData(parameters, bytes, &error));
    REFUSED_WITH_ERROR(SecKeyDeriveFromPassword(CFSTR("password"), parameters, &error));
    REFUSED_WITH_ERROR(SecKeyWrapSymmetric(key, key, parameters, &error));
    REFUSED_WITH_ERROR(SecKeyUnwrapSymmetric(NULL, key, parameters, &error));
    CFRelease(parameters);
  }
}

static void policies_and_trust(CFTypeRef object) {
  CFArrayRef list = array_of(object);
  SecTrustRef made = NULL;
  CFDictionaryRef properties = dictionary_of(kSecPolicyName, object);
  CFDictionaryRef setting = dictionary_of(CFSTR("kSecTrustSettingsPolicyString"), object);
  CHECK(!SecPolicyCreateWithProperties(kSecPolicyAppleSSL, properties));
  CHECK(!SecPolicyCreateWithProperties(kSecPolicyAppleSSL, object));
  CHECK(!SecPolicyCreateWithProperties(object, NULL));
  SecPolicyRef policy = SecPolicyCreateSSL(true, NULL);
  REFUSED(SecPolicySetProperties(policy, properties));
  REFUSED(SecPolicySetProperties(policy, object));
  CFRelease(policy);
  CHECK(!SecPolicyCreateSSL(true, object));
  CFTypeRef objects[] = {object, list};
  for (int index = 0; index < 2; index++) {
    REFUSED(SecTrustCreateWithCertificates(objects[index], NULL, &made));
    REFUSED(SecTrustCreateWithCertificates(certificate, objects[index], &made));
    REFUSED(SecTrustSetPolicies(trust, objects[index]));
    REFUSED(SecTrustSetAnchorCertificates(trust, objects[index]));
    REFUSED(SecTrustSetOCSPResponse(trust, objects[index]));
    REFUSED(SecTrustSetSignedCertificateTimestamps(trust, objects[index]));
    /* This function succeeds without any effect for every argument. */
    CHECK_STATUS(SecTrustSetKeychains(trust, objects[index]), errSecSuccess);
    REFUSED(SecTrustSettingsSetTrustSettings(certificate, kSecTrustSettingsDomainUser,
                                             objects[index]));
  }
  REFUSED(SecTrustSettingsSetTrustSettings(certificate, kSecTrustSettingsDomainUser, setting));
  CFRelease(list);
  CFRelease(properties);
  CFRelease(setting);
}

static void certificates(CFTypeRef object) {
  CFArrayRef list = array_of(object);
  SecIdentityRef found = NULL;
  SecCertificateRef preferred = NULL;
  CFTypeRef objects[] = {object, list};
  for (int index = 0; index < 2; index++) {
    REFUSED_WITH_ERROR(SecCertificateCopyValues(certificate, objects[index], &error));
    REFUSED(SecCertificateSetPreferred(certificate, CFSTR("name"), objects[index]));
    CHECK(!SecCertificateCopyPreferred(CFSTR("name"), objects[index]));
    REFUSED(SecIdentitySetPreferred(identity, CFSTR("name"), objects[index]));
    CHECK(!SecIdentityCopyPreferred(CFSTR("name"), objects[index], NULL));
    CHECK(!SecIdentityCopyPreferred(CFSTR("name"), NULL, objects[index]));
    REFUSED(SecIdentityCopyPreference(CFSTR("name"), 0, objects[index], &found));
    CHECK(SecIdentityCreateWithCertificate(objects[index], certificate, &found));
  }
  if (is_string(object)) {
    REFUSED(SecCertificateSetPreferred(certificate, object, NULL));
    CHECK(!SecCertificateCopyPreferred(object, NULL));
    REFUSED(SecCertificateSetPreference(certificate, object, 0, NULL));
    REFUSED(SecCertificateCopyPreference(object, 0, &preferred));
    REFUSED(SecIdentitySetPreferred(identity, object, NULL));
    CHECK(!SecIdentityCopyPreferred(object, NULL, NULL));
    REFUSED(SecIdentitySetPreference(identity, object, 0));
    REFUSED(SecIdentityCopyPreference(object, 0, NULL, &found));
  }
  CFRelease(list);
}

static void imports_and_exports(CFTypeRef object) {
  CFArrayRef list = array_of(object);
  CFArrayRef found = NULL;
  CFDataRef exported = NULL;
  CFDictionaryRef options = dictionary_of(kSecImportExportPassphrase, object);
  REFUSED(SecPKCS12Import(bytes, options, &found));
  REFUSED(SecPKCS12Import(bytes, object, &found));
  SecItemImportExportKeyParameters passphrase = {0}, attributes = {0};
  passphrase.passphrase = object;
  attributes.keyAttributes = list;
  const SecItemImportExportKeyParameters *parameters[] = {&passphrase, &attributes};
  for (int index = 0; index < 2; index++) {
    REFUSED(SecItemImport(bytes, NULL, NULL, NULL, 0, parameters[index], NULL, &found));
    REFUSED(SecItemExport(certificate, kSecFormatUnknown, 0, parameters[index], &exported));
  }
  SecKeyImportExportParameters older = {0};
  older.passphrase = object;
  REFUSED(SecKeychainItemImport(bytes, NULL, NULL, NULL, 0, &older, NULL, &found));
  REFUSED(SecKeychainItemExport(certificate, kSecFormatUnknown, 0, &older, &exported));
  REFUSED(SecKeychainItemImport(bytes, object, NULL, NULL, 0, NULL, NULL, &found));
  REFUSED(SecKeychainItemExport(list, kSecFormatUnknown, 0, NULL, &exported));
  REFUSED(SecItemImport(bytes, object, NULL, NULL, 0, NULL, NULL, &found));
  REFUSED(SecItemExport(object, kSecFormatUnknown, 0, NULL, &exported));
  REFUSED(SecItemExport(list, kSecFormatUnknown, 0, NULL, &exported));
  CFRelease(list);
  CFRelease(options);
}

static void others(CFTypeRef object) {
  CFArrayRef list = array_of(object);
  CFDictionaryRef protection = dictionary_of(CFSTR("key"), object);
  SecAccessRef access = NULL;
  SecKeychainSearchRef search = NULL;
  SecIdentitySearchRef identities = NULL;
  REFUSED_WITH_ERROR(SecAccessControlCreateWithFlags(NULL, object, 0, &error));
  REFUSED_WITH_ERROR(SecAccessControlCreateWithFlags(NULL, protection, 0, &error));
  REFUSED_WITH_ERROR(SecAccessControlCreateWithFlags(NULL, list, 0, &error));
  REFUSED(SecAccessCreate(object, NULL, &access));
  REFUSED(SecAccessCreate(CFSTR("access"), list, &access));
  REFUSED(SecKeychainSetDomainSearchList(kSecPreferencesDomainUser, (CFArrayRef)object));
  REFUSED(SecKeychainSetSearchList((CFArrayRef)object));
  REFUSED(SecKeychainSetSearchList(list));
  CFTypeRef objects[] = {object, list};
  for (int index = 0; index < 2; index++) {
    CHECK_STATUS(SecKeychainFindGenericPassword(objects[index], 0, NULL, 0, NULL, NULL, NULL, NULL),
                 errSecInvalidKeychain);
    CHECK_STATUS(SecIdentitySearchCreate(objects[index], 0, &identities), errSecInvalidKeychain);
    CHECK_STATUS(SecKeychainFindInternetPassword(objects[index], 0, NULL, 0, NULL, 0, NULL, 0, NULL,
                                                 0, 0, 0, NULL, NULL, NULL),
                 errSecInvalidKeychain);
    CHECK_STATUS(SecKeychainSearchCreateFromAttributes(
                     objects[index], kSecGenericPasswordItemClass, NULL, &search),
                 errSecInvalidKeychain);
  }
  CFRelease(list);
  CFRelease(protection);
}

static void give(const char *name, CFTypeRef object) {
  object_name = name;
  items(object);
  keys(object);
  policies_and_trust(object);
  certificates(object);
  imports_and_exports(object);
  others(object);
}

static void collections_as_keys(void) {
  CFTypeRef member = CFSTR("member");
  CFTypeRef made[] = {CFArrayCreate(NULL, NULL, 0, &kCFTypeArrayCallBacks), array_of(member),
                      dictionary_of(member, member),
                      CFSetCreate(NULL, &member, 1, &kCFTypeSetCallBacks),
                      CFBagCreate(NULL, &member, 1, &kCFTypeBagCallBacks)};
  for (size_t index = 0; index < sizeof made / sizeof *made; index++) {
    CFDictionaryRef hostile = dictionary_of(made[index], member);
    CFDictionaryRef deeper = dictionary_of(member, hostile);
    CFArrayRef list = array_of(hostile), lists = array_of(list);
    give("a collection as a key", hostile);
    give("a collection as a key, one level deeper", deeper);
    give("a collection as a key, in an array", list);
    give("a collection as a key, in two arrays", lists);
    CFRelease(lists);
    CFRelease(list);
    CFRelease(deeper);
    CFRelease(hostile);
    CFRelease(made[index]);
  }
}

/* Passes objects that contain themselves or are deeply nested. The deeply nested objects are not released, because
   releasing them would overflow the stack. */
static void endless_ones(void) {
  CFMutableArrayRef list = CFArrayCreateMutable(NULL, 0, NULL);
  CFArrayAppendValue(list, list);
  give("an array that contains itself", list);
  CFMutableDictionaryRef itself = CFDictionaryCreateMutable(NULL, 0, NULL, NULL);
  CFDictionarySetValue(itself, CFSTR("key"), itself);
  give("a dictionary that contains itself", itself);
  itself = CFDictionaryCreateMutable(NULL, 0, NULL, NULL);
  CFDictionarySetValue(itself, itself, itself);
  give("a dictionary that is its own key", itself);
  CFTypeRef deep = CFSTR("member"), deep_dictionary = deep;
  for (int level = 0; level < 100000; level++) {
    deep = array_of(deep);
    deep_dictionary = dictionary_of(CFSTR("key"), deep_dictionary);
  }
  give("an array of 100 000 levels", deep);
  give("a dictionary of 100 000 levels", deep_dictionary);
  CFTypeRef wide = array_of(CFSTR("member"));
  for (int level = 0; level < 12; level++) {
    CFTypeRef members[] = {wide, wide, wide, wide};
    wide = CFArrayCreate(NULL, members, 4, &kCFTypeArrayCallBacks);
  }
  give("an array of 4^12 members", wide);
}

/* Passes strings with unpaired surrogates, which every function must reject. If a function replaced the surrogates,
   different names could become equal. */
static void halves_of_characters(void) {
  static const UniChar halves[][3] = {{0xD805}, {0xDC05}, {'a', 0xD800, 'b'}, {0xDC00, 0xD800}};
  for (size_t index = 0; index < sizeof halves / sizeof *halves; index++) {
    CFIndex length = 0;
    while (length < 3 && halves[index][length]) length++;
    CFStringRef half = CFStringCreateWithCharacters(NULL, halves[index], length);
    CFDictionaryRef as_key = dictionary_of(half, CFSTR("value"));
    CFArrayRef member = array_of(half);
    give("half of a character", half);
    give("half of a character as a key", as_key);
    give("half of a character in an array", member);
    CFRelease(member);
    CFRelease(as_key);

    /* A query with an unpaired surrogate must not find or delete an item whose name is the replacement character. */
    CFMutableDictionaryRef replaced = password("\xEF\xBF\xBD", "halves");
    CHECK_STATUS(SecItemAdd(replaced, NULL), errSecSuccess);
    CFMutableDictionaryRef query = password(NULL, "halves");
    CFDictionarySetValue(query, kSecAttrService, half);
    CHECK_STATUS(SecItemDelete(query), errSecParam);
    CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecParam);
    CHECK_STATUS(SecItemDelete(replaced), errSecSuccess);
    CFRelease(query);
    CFRelease(replaced);
    CFRelease(half);
  }
  /* A pair of surrogates is one valid character, which the functions must accept. */
  static const UniChar whole[] = {0xD83D, 0xDD11};
  CFStringRef text = CFStringCreateWithCharacters(NULL, whole, 2);
  CFMutableDictionaryRef item = password(NULL, "halves");
  CFDictionarySetValue(item, kSecAttrService, text);
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFMutableDictionaryRef same = password("\xF0\x9F\x94\x91", "halves");
  CHECK_STATUS(SecItemDelete(same), errSecSuccess);
  CFRelease(same);
  CFRelease(item);
  CFRelease(text);
}

static CFDataRef contents(const char *path) {
  FILE *file = fopen(path, "rb");
  UInt8 buffer[10000];
  size_t count = file ? fread(buffer, 1, sizeof buffer, file) : 0;
  if (file) fclose(file);
  return CFDataCreate(NULL, buffer, (CFIndex)count);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  bytes = contents(arguments[1]);
  certificate = SecCertificateCreateWithData(NULL, bytes);
  CHECK(certificate);
  CFDataRef pair = contents(arguments[2]);
  CFArrayRef found = NULL;
  CHECK_STATUS(SecItemImport(pair, NULL, NULL, NULL, 0, NULL, NULL, &found), errSecSuccess);
  if (!found || !certificate) return report();
  key = (SecKeyRef)CFArrayGetValueAtIndex(found, 0);
  public_key = SecKeyCopyPublicKey(key);
  identity = SecIdentityCreate(NULL, certificate, key);
  CHECK_STATUS(SecTrustCreateWithCertificates(certificate, NULL, &trust), errSecSuccess);
  CHECK(public_key && identity && trust);
  collections_as_keys();
  endless_ones();
  halves_of_characters();
  return report();
}
