/* Tests the oldest functions: keys and identities with CDSA constants, imports and exports, attribute types, copies of
   items, and properties of policies.

   The argument is a PKCS#12 file with an identity and the password "passphrase". */
#include "check.h"

#include <stdlib.h>

static CFDataRef read_file(const char *path) {
  UInt8 bytes[65536];
  FILE *file = fopen(path, "rb");
  if (!file) exit(2);
  size_t count = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return CFDataCreate(NULL, bytes, (CFIndex)count);
}

static SecKeychainRef the_keychain(void) {
  SecKeychainRef keychain = NULL;
  CHECK_STATUS(SecKeychainCopyDefault(&keychain), noErr);
  return keychain;
}

/* Returns the number of items of a class in which `key` has the value `value`. */
static CFIndex count_of(CFStringRef class, CFStringRef key, CFTypeRef value) {
  CFMutableDictionaryRef query = dictionary();
  CFDictionarySetValue(query, kSecClass, class);
  CFDictionarySetValue(query, kSecMatchLimit, kSecMatchLimitAll);
  CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
  if (key) CFDictionarySetValue(query, key, value);
  CFTypeRef found = NULL;
  OSStatus status = SecItemCopyMatching(query, &found);
  CFRelease(query);
  if (status == errSecItemNotFound) return 0;
  CHECK_STATUS(status, errSecSuccess);
  CFIndex count = found ? CFArrayGetCount(found) : -1;
  if (found) CFRelease(found);
  return count;
}

static OSStatus make_pair(CSSM_ALGORITHMS algorithm, uint32 size, CSSM_KEYUSE use, SecKeyRef *public,
                          SecKeyRef *private) {
  return SecKeyCreatePair(NULL, algorithm, size, 0, CSSM_KEYUSE_VERIFY,
                          CSSM_KEYATTR_PERMANENT | CSSM_KEYATTR_EXTRACTABLE, use,
                          CSSM_KEYATTR_PERMANENT | CSSM_KEYATTR_EXTRACTABLE, NULL, public, private);
}

static void pairs(void) {
  SecKeyRef public = NULL, private = NULL;
  SecKeychainRef keychain = the_keychain(), other = NULL;
  CHECK_STATUS(make_pair(CSSM_ALGID_ECDSA, 256, CSSM_KEYUSE_SIGN, &public, &private), errSecSuccess);
  CHECK(public && private && CFGetTypeID(public) == SecKeyGetTypeID());
  CHECK(count_of(kSecClassKey, NULL, NULL) == 2);
  CHECK(count_of(kSecClassKey, kSecAttrCanSign, kCFBooleanTrue) == 1);
  CHECK(count_of(kSecClassKey, kSecAttrCanVerify, kCFBooleanTrue) == 1);
  CFDataRef message = data("message"), signature = NULL;
  signature = SecKeyCreateSignature(private, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, message,
                                    NULL);
  CHECK(signature &&
        SecKeyVerifySignature(public, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, message,
                              signature, NULL));
  CFRelease(signature);
  CFRelease(message);
  CFRelease(public);
  CFRelease(private);
  CHECK_STATUS(make_pair(CSSM_ALGID_RSA, 1024, CSSM_KEYUSE_ANY, NULL, &private), errSecSuccess);
  CHECK(SecKeyGetBlockSize(private) == 128);
  CFRelease(private);
  CHECK(count_of(kSecClassKey, NULL, NULL) == 4);

  public = private = (SecKeyRef)keychain;
  CHECK_STATUS(make_pair(CSSM_ALGID_AES, 256, CSSM_KEYUSE_ANY, &public, &private), errSecParam);
  CHECK(!public && !private);
  CHECK_STATUS(make_pair(CSSM_ALGID_ECDSA, 255, CSSM_KEYUSE_ANY, &public, &private), errSecParam);
  CHECK_STATUS(make_pair(CSSM_ALGID_ECDSA, 256, 512, &public, &private), errSecParam);
  CHECK_STATUS(SecKeyCreatePair(NULL, CSSM_ALGID_ECDSA, 256, 7, 0, 0, 0, 0, NULL, &public, &private),
               errSecUnimplemented);
  CHECK_STATUS(SecKeychainOpen("other.keychain", &other), errSecSuccess);
  CHECK_STATUS(SecKeyCreatePair(other, CSSM_ALGID_ECDSA, 256, 0, 0, 0, 0, 0, NULL, &public, &private),
               errSecNoSuchKeychain);
  CHECK_STATUS(SecKeyCreatePair((SecKeychainRef)kSecClass, CSSM_ALGID_ECDSA, 256, 0, 0, 0, 0, 0, NULL,
                                &public, &private),
               errSecParam);
  CHECK_STATUS(SecKeyCreatePair(NULL, CSSM_ALGID_ECDSA, 256, 0, 0, 0, 0, 0, (SecAccessRef)keychain,
                                &public, &private),
               errSecParam);
  CHECK(count_of(kSecClassKey, NULL, NULL) == 4);

  SecKeyRef key = NULL;
  CHECK_STATUS(SecKeyGenerate(NULL, CSSM_ALGID_AES, 256, 0, CSSM_KEYUSE_ANY, 0, NULL, &key),
               errSecSuccess);
  CHECK(key && count_of(kSecClassKey, NULL, NULL) == 4);
  CFRelease(key);
  CHECK_STATUS(SecKeyGenerate(keychain, CSSM_ALGID_AES, 128, 0,
                              CSSM_KEYUSE_ENCRYPT | CSSM_KEYUSE_DECRYPT, CSSM_KEYATTR_EXTRACTABLE,
                              NULL, &key),
               errSecSuccess);
  CHECK(key && count_of(kSecClassKey, NULL, NULL) == 5);
  CFRelease(key);
  key = (SecKeyRef)keychain;
  CHECK_STATUS(SecKeyGenerate(NULL, CSSM_ALGID_RSA, 1024, 0, 0, 0, NULL, &key), errSecParam);
  CHECK(!key);
  CHECK_STATUS(SecKeyGenerate(NULL, CSSM_ALGID_AES, 255, 0, 0, 0, NULL, &key), errSecParam);
  CHECK_STATUS(SecKeyGenerate(NULL, CSSM_ALGID_AES, 256, 0, 0, 0, NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeyGenerate(NULL, CSSM_ALGID_AES, 256, 7, 0, 0, NULL, &key), errSecUnimplemented);
  CHECK_STATUS(SecKeyGenerate(other, CSSM_ALGID_AES, 256, 0, 0, 0, NULL, &key),
               errSecNoSuchKeychain);
  CFRelease(other);
  CFRelease(keychain);
}

static void imports_and_exports(CFDataRef file) {
  SecKeychainRef keychain = the_keychain();
  SecKeyImportExportParameters parameters = {0};
  parameters.passphrase = CFSTR("passphrase");
  SecExternalFormat format = kSecFormatPKCS12;
  SecExternalItemType type = kSecItemTypeAggregate;
  CFArrayRef items = NULL;
  CHECK_STATUS(SecKeychainItemImport(file, CFSTR(".p12"), &format, &type, 0, &parameters, NULL, &items),
               errSecSuccess);
  CHECK(items && CFArrayGetCount(items) == 1 && count_of(kSecClassIdentity, NULL, NULL) == 0);
  SecIdentityRef identity = (SecIdentityRef)CFArrayGetValueAtIndex(items, 0);
  CHECK(CFGetTypeID(identity) == SecIdentityGetTypeID());

  CFDataRef exported = NULL;
  CHECK_STATUS(SecKeychainItemExport(identity, kSecFormatPKCS12, 0, &parameters, &exported),
               errSecSuccess);
  CFArrayRef again = NULL;
  CHECK_STATUS(SecKeychainItemImport(exported, NULL, NULL, NULL, 0, &parameters, NULL, &again),
               errSecSuccess);
  CHECK(again && CFArrayGetCount(again) == 1 && CFEqual(CFArrayGetValueAtIndex(again, 0), identity));
  CFRelease(again);
  CFRelease(exported);

  /* A permanent key can be imported only into a keychain. */
  parameters.keyAttributes = CSSM_KEYATTR_PERMANENT;
  CHECK_STATUS(SecKeychainItemImport(file, NULL, NULL, NULL, 0, &parameters, NULL, NULL), errSecParam);
  CHECK(count_of(kSecClassIdentity, NULL, NULL) == 0);
  CHECK_STATUS(SecKeychainItemImport(file, NULL, NULL, NULL, 0, &parameters, keychain, NULL),
               errSecSuccess);
  CHECK(count_of(kSecClassIdentity, NULL, NULL) == 1);

  parameters.passphrase = CFSTR("wrong");
  CHECK_STATUS(SecKeychainItemImport(file, NULL, NULL, NULL, 0, &parameters, keychain, &again),
               errSecPkcs12VerifyFailure);
  CHECK(!again);
  parameters.passphrase = kCFBooleanTrue;
  CHECK_STATUS(SecKeychainItemImport(file, NULL, NULL, NULL, 0, &parameters, keychain, NULL),
               errSecParam);
  parameters.version = 9;
  CHECK_STATUS(SecKeychainItemExport(identity, kSecFormatPKCS12, 0, &parameters, &exported),
               errSecParam);
  CHECK_STATUS(SecKeychainItemImport(NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainItemExport(NULL, kSecFormatPKCS12, 0, NULL, &exported), errSecParam);
  CHECK(!exported);
  CHECK_STATUS(SecKeychainItemExport(identity, kSecFormatPKCS12, 0, NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainItemExport(kSecClass, kSecFormatPKCS12, 0, NULL, &exported), errSecParam);
  CFRelease(items);
  CFRelease(keychain);
}

static void identities(void) {
  SecIdentitySearchRef search = NULL;
  SecIdentityRef identity = NULL;
  SecKeychainRef keychain = the_keychain(), other = NULL;
  CSSM_KEYUSE uses[] = {0, CSSM_KEYUSE_ANY, CSSM_KEYUSE_SIGN};
  for (int index = 0; index < 3; index++) {
    CHECK_STATUS(SecIdentitySearchCreate(index ? keychain : NULL, uses[index], &search), errSecSuccess);
    CHECK(search && CFGetTypeID(search) == SecIdentitySearchGetTypeID());
    CHECK_STATUS(SecIdentitySearchCopyNext(search, &identity), errSecSuccess);
    CHECK(identity && CFGetTypeID(identity) == SecIdentityGetTypeID());
    CFRelease(identity);
    CHECK_STATUS(SecIdentitySearchCopyNext(search, &identity), errSecItemNotFound);
    CHECK(!identity);
    CFRelease(search);
  }
  /* The identity's elliptic-curve key cannot verify with recovery, so no identity is found. */
  CHECK_STATUS(SecIdentitySearchCreate(NULL, CSSM_KEYUSE_VERIFY_RECOVER, &search), errSecSuccess);
  CHECK_STATUS(SecIdentitySearchCopyNext(search, &identity), errSecItemNotFound);
  CFRelease(search);
  CHECK_STATUS(SecKeychainOpen("other.keychain", &other), errSecSuccess);
  CHECK_STATUS(SecIdentitySearchCreate(other, 0, &search), errSecNoSuchKeychain);
  CHECK(!search);
  CHECK_STATUS(SecIdentitySearchCreate(kSecClass, 0, &search), errSecInvalidKeychain);
  CHECK_STATUS(SecIdentitySearchCreate(NULL, 512, &search), errSecParam);
  CHECK_STATUS(SecIdentitySearchCreate(NULL, 0, NULL), errSecParam);
  CHECK_STATUS(SecIdentitySearchCopyNext(NULL, &identity), errSecParam);
  CHECK_STATUS(SecIdentitySearchCopyNext((SecIdentitySearchRef)keychain, &identity), errSecParam);
  CFRelease(other);
  CFRelease(keychain);
}

static void attribute_kinds(void) {
  SecKeychainItemRef item = NULL;
  CHECK_STATUS(SecKeychainAddInternetPassword(NULL, 4, "host", 0, NULL, 4, "anna", 0, NULL, 25,
                                              kSecProtocolTypeSMTP, 0, 6, "secret", &item),
               noErr);
  SecKeychainAttributeInfo *info = NULL;
  UInt32 classes[] = {CSSM_DL_DB_RECORD_INTERNET_PASSWORD, kSecInternetPasswordItemClass};
  for (int index = 0; index < 2; index++) {
    CHECK_STATUS(SecKeychainAttributeInfoForItemID(NULL, classes[index], &info), noErr);
    int seen = 0;
    for (UInt32 place = 0; place < info->count; place++) {
      CHECK(place == 0 || info->tag[place - 1] < info->tag[place]);
      CHECK(info->tag[place] != kSecServiceItemAttr);
      if (info->tag[place] == kSecPortItemAttr) {
        seen++;
        CHECK(info->format[place] == CSSM_DB_ATTRIBUTE_FORMAT_UINT32);
      } else if (info->tag[place] == kSecAccountItemAttr) {
        seen++;
        CHECK(info->format[place] == CSSM_DB_ATTRIBUTE_FORMAT_BLOB);
      } else if (info->tag[place] == kSecModDateItemAttr) {
        seen++;
        CHECK(info->format[place] == CSSM_DB_ATTRIBUTE_FORMAT_TIME_DATE);
      } else if (info->tag[place] == kSecInvisibleItemAttr) {
        seen++;
        CHECK(info->format[place] == CSSM_DB_ATTRIBUTE_FORMAT_SINT32);
      }
    }
    CHECK(seen == 4);
    /* One call can request all attributes that SecKeychainAttributeInfoForItemID lists. */
    SecKeychainAttributeList *list = NULL;
    CHECK_STATUS(SecKeychainItemCopyAttributesAndData(item, info, NULL, &list, NULL, NULL), noErr);
    CHECK(list && list->count == info->count);
    CHECK_STATUS(SecKeychainItemFreeAttributesAndData(list, NULL), noErr);
    CHECK_STATUS(SecKeychainFreeAttributeInfo(info), noErr);
  }
  SecKeychainRef other = NULL;
  CHECK_STATUS(SecKeychainOpen("other.keychain", &other), noErr);
  CHECK_STATUS(SecKeychainAttributeInfoForItemID(NULL, kSecCertificateItemClass, &info),
               errSecNoSuchClass);
  CHECK_STATUS(SecKeychainAttributeInfoForItemID(NULL, CSSM_DL_DB_RECORD_INTERNET_PASSWORD, NULL),
               errSecParam);
  CHECK_STATUS(SecKeychainAttributeInfoForItemID(other, CSSM_DL_DB_RECORD_INTERNET_PASSWORD, &info),
               errSecNoSuchKeychain);
  CHECK_STATUS(SecKeychainFreeAttributeInfo(NULL), errSecParam);

  /* The item is already in the login keychain, and the other keychain does not exist, so every copy fails. */
  SecKeychainItemRef copy = item;
  CHECK_STATUS(SecKeychainItemCreateCopy(item, NULL, NULL, &copy), errSecDuplicateItem);
  CHECK_STATUS(SecKeychainItemCreateCopy(item, other, NULL, &copy), errSecNoSuchKeychain);
  CHECK_STATUS(SecKeychainItemCreateCopy(NULL, NULL, NULL, &copy), errSecParam);
  CHECK_STATUS(SecKeychainItemCreateCopy(item, NULL, NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeychainItemCreateCopy(item, NULL, (SecAccessRef)other, &copy), errSecParam);
  CHECK(copy == item);
  CHECK_STATUS(SecKeychainItemDelete(item), noErr);
  CHECK_STATUS(SecKeychainItemCreateCopy(item, NULL, NULL, &copy), errSecInvalidItemRef);
  CFRelease(other);
  CFRelease(item);
}

static CFDictionaryRef properties(CFStringRef key, CFTypeRef value) {
  return CFDictionaryCreate(NULL, (const void **)&key, &value, 1, &kCFTypeDictionaryKeyCallBacks,
                            &kCFTypeDictionaryValueCallBacks);
}

static OSStatus set(SecPolicyRef policy, CFStringRef key, CFTypeRef value) {
  CFDictionaryRef wanted = properties(key, value);
  OSStatus status = SecPolicySetProperties(policy, wanted);
  CFRelease(wanted);
  return status;
}

static void policies(void) {
  SecPolicyRef policy = SecPolicyCreateSSL(true, NULL);
  CHECK_STATUS(set(policy, kSecPolicyName, CFSTR("example.org")), errSecSuccess);
  CFDictionaryRef found = SecPolicyCopyProperties(policy);
  CHECK(is_text(CFDictionaryGetValue(found, kSecPolicyName), "example.org"));
  CFRelease(found);
  CHECK_STATUS(set(policy, kSecPolicyClient, kCFBooleanTrue), errSecSuccess);
  found = SecPolicyCopyProperties(policy);
  CHECK(is_text(CFDictionaryGetValue(found, kSecPolicyName), "example.org"));
  CHECK(CFDictionaryContainsKey(found, kSecPolicyClient));
  CFRelease(found);
  CHECK_STATUS(set(policy, kSecPolicyClient, kCFBooleanFalse), errSecSuccess);
  CHECK_STATUS(set(policy, kSecPolicyOid, kSecPolicyAppleSSL), errSecSuccess);
  /* If one property is invalid, the call fails and changes no property. */
  CHECK_STATUS(set(policy, kSecPolicyOid, kSecPolicyAppleSMIME), errSecParam);
  CHECK_STATUS(set(policy, kSecPolicyName, kCFBooleanTrue), errSecParam);
  CHECK_STATUS(set(policy, kSecPolicyClient, CFSTR("yes")), errSecParam);
  CHECK_STATUS(set(policy, CFSTR("unknown"), kCFBooleanTrue), errSecParam);
  CHECK_STATUS(SecPolicySetProperties(policy, NULL), errSecParam);
  CHECK_STATUS(SecPolicySetProperties(policy, (CFDictionaryRef)kSecClass), errSecParam);
  CHECK_STATUS(set(NULL, kSecPolicyName, CFSTR("x")), errSecParam);
  CHECK_STATUS(set((SecPolicyRef)kSecClass, kSecPolicyName, CFSTR("x")), errSecParam);
  SecPolicyRef same = SecPolicyCreateSSL(true, CFSTR("example.org"));
  CHECK(CFEqual(policy, same));
  CFRelease(same);
  CFRelease(policy);
  policy = SecPolicyCreateBasicX509();
  CHECK_STATUS(set(policy, kSecPolicyName, CFSTR("example.org")), errSecParam);
  CFRelease(policy);
}

/* After a policy has changed, a trust object with this policy evaluates the certificate again. */
static void trust_after_policies(SecIdentityRef identity) {
  SecCertificateRef certificate = NULL;
  CHECK_STATUS(SecIdentityCopyCertificate(identity, &certificate), errSecSuccess);
  SecPolicyRef policy = SecPolicyCreateSSL(true, CFSTR("example.org"));
  SecTrustRef trust = NULL;
  CHECK_STATUS(SecTrustCreateWithCertificates(certificate, policy, &trust), errSecSuccess);
  CFArrayRef anchors = CFArrayCreate(NULL, (const void **)&certificate, 1, &kCFTypeArrayCallBacks);
  CHECK_STATUS(SecTrustSetAnchorCertificates(trust, anchors), errSecSuccess);
  CHECK(SecTrustEvaluateWithError(trust, NULL));
  CHECK_STATUS(set(policy, kSecPolicyName, CFSTR("example.com")), errSecSuccess);
  CHECK(!SecTrustEvaluateWithError(trust, NULL));
  CHECK_STATUS(set(policy, kSecPolicyName, CFSTR("example.org")), errSecSuccess);
  CHECK(SecTrustEvaluateWithError(trust, NULL));
  CFRelease(anchors);
  CFRelease(trust);
  CFRelease(policy);
  CFRelease(certificate);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  CFDataRef file = read_file(arguments[1]);
  pairs();
  imports_and_exports(file);
  identities();
  attribute_kinds();
  policies();
  SecIdentitySearchRef search = NULL;
  SecIdentityRef identity = NULL;
  CHECK_STATUS(SecIdentitySearchCreate(NULL, 0, &search), errSecSuccess);
  CHECK_STATUS(SecIdentitySearchCopyNext(search, &identity), errSecSuccess);
  trust_after_policies(identity);
  CFRelease(identity);
  CFRelease(search);
  CFRelease(file);
  return report();
}
