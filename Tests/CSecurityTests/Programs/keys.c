/* Tests all functions for keys. */
#include "check.h"

static CFMutableDictionaryRef parameters(CFStringRef type, int size) {
  CFMutableDictionaryRef result = dictionary();
  CFDictionarySetValue(result, kSecAttrKeyType, type);
  put(result, kSecAttrKeySizeInBits, CFNumberCreate(NULL, kCFNumberIntType, &size));
  return result;
}

static SecKeyRef make(CFStringRef type, int size) {
  CFMutableDictionaryRef wanted = parameters(type, size);
  CFErrorRef error = NULL;
  SecKeyRef key = SecKeyCreateRandomKey(wanted, &error);
  CHECK(key && !error);
  CFRelease(wanted);
  return key;
}

/* Checks the status and the domain of an error, and releases the error. */
static void check_error(CFErrorRef error, OSStatus status, int line) {
  if (!error || CFGetTypeID(error) != CFErrorGetTypeID() || CFErrorGetCode(error) != status ||
      !is_text(CFErrorGetDomain(error), "NSOSStatusErrorDomain")) {
    fprintf(stderr, "line %d: no error %d\n", line, (int)status);
    failures++;
  }
  if (!error) return;
  CFStringRef text = CFErrorCopyDescription(error);
  CHECK(text && CFStringGetLength(text) > 0);
  if (text) CFRelease(text);
  CFDictionaryRef details = CFErrorCopyUserInfo(error);
  CHECK(details && CFDictionaryGetCount(details) > 0);
  if (details) CFRelease(details);
  CHECK(CFEqual(error, error) && CFHash(error) == CFHash(error));
  CFRelease(error);
}

static void elliptic_curves(void) {
  SecKeyRef key = make(kSecAttrKeyTypeECSECPrimeRandom, 256);
  SecKeyRef public = SecKeyCopyPublicKey(key);
  CHECK(CFGetTypeID(key) == SecKeyGetTypeID() && CFGetTypeID(public) == SecKeyGetTypeID());
  CHECK(SecKeyGetBlockSize(key) == 32);
  CHECK(!CFEqual(key, public));
  SecKeyRef again = SecKeyCopyPublicKey(public);
  CHECK(again != public && CFEqual(again, public) && CFHash(again) == CFHash(public));
  CFRelease(again);

  CFDictionaryRef attributes = SecKeyCopyAttributes(key);
  int size = 0;
  CFNumberRef number = CFDictionaryGetValue(attributes, kSecAttrKeySizeInBits);
  CHECK(CFNumberGetValue(number, kCFNumberIntType, &size) && size == 256);
  CHECK(CFEqual(CFDictionaryGetValue(attributes, kSecAttrKeyType), kSecAttrKeyTypeEC));
  CHECK(CFEqual(CFDictionaryGetValue(attributes, kSecAttrKeyClass), kSecAttrKeyClassPrivate));
  CFRelease(attributes);

  CFStringRef text = CFCopyDescription(key);
  CHECK(text && CFStringHasPrefix(text, CFSTR("<SecKeyRef curve type: kSecECCurveSecp256r1")));
  CFRelease(text);

  CFDataRef message = data("message"), other = data("another");
  CFErrorRef error = NULL;
  SecKeyAlgorithm algorithm = kSecKeyAlgorithmECDSASignatureMessageX962SHA256;
  CHECK(SecKeyIsAlgorithmSupported(key, kSecKeyOperationTypeSign, algorithm));
  CHECK(!SecKeyIsAlgorithmSupported(public, kSecKeyOperationTypeSign, algorithm));
  CFDataRef signature = SecKeyCreateSignature(key, algorithm, message, &error);
  CHECK(signature && !error);
  CHECK(SecKeyVerifySignature(public, algorithm, message, signature, &error) && !error);
  CHECK(!SecKeyVerifySignature(public, algorithm, other, signature, NULL));
  CHECK(!SecKeyVerifySignature(public, algorithm, other, signature, &error));
  check_error(error, errSecVerifyFailed, __LINE__);
  error = NULL;
  CHECK(!SecKeyCreateSignature(public, algorithm, message, &error));
  check_error(error, errSecParam, __LINE__);
  CFRelease(signature);

  algorithm = kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA256AESGCM;
  CFDataRef sealed = SecKeyCreateEncryptedData(public, algorithm, message, NULL);
  CFDataRef opened = SecKeyCreateDecryptedData(key, algorithm, sealed, NULL);
  CHECK(is_data(opened, "message"));
  CFRelease(opened);
  CFRelease(sealed);

  SecKeyRef peer = make(kSecAttrKeyTypeEC, 256), peer_public = SecKeyCopyPublicKey(peer);
  CFMutableDictionaryRef wanted = dictionary();
  CFDataRef one = SecKeyCopyKeyExchangeResult(key, kSecKeyAlgorithmECDHKeyExchangeStandard,
                                              peer_public, wanted, NULL);
  CFDataRef two = SecKeyCopyKeyExchangeResult(peer, kSecKeyAlgorithmECDHKeyExchangeStandard, public,
                                              wanted, NULL);
  CHECK(one && two && CFEqual(one, two) && CFDataGetLength(one) == 32);
  CFRelease(one);
  CFRelease(two);
  int count = 20;
  put(wanted, kSecKeyKeyExchangeParameterRequestedSize,
      CFNumberCreate(NULL, kCFNumberIntType, &count));
  put(wanted, kSecKeyKeyExchangeParameterSharedInfo, data("info"));
  one = SecKeyCopyKeyExchangeResult(key, kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA256,
                                    peer_public, wanted, NULL);
  CHECK(one && CFDataGetLength(one) == 20);
  CFRelease(one);
  CFRelease(wanted);
  CFRelease(peer_public);
  CFRelease(peer);

  /* Exports the key, and imports it again. */
  CFDataRef bytes = SecKeyCopyExternalRepresentation(key, NULL);
  CHECK(CFDataGetLength(bytes) == 97);
  wanted = parameters(kSecAttrKeyTypeECSECPrimeRandom, 256);
  CFDictionarySetValue(wanted, kSecAttrKeyClass, kSecAttrKeyClassPrivate);
  SecKeyRef read = SecKeyCreateWithData(bytes, wanted, NULL);
  CHECK(read && CFEqual(read, key) && CFHash(read) == CFHash(key));
  CFRelease(read);
  CHECK(!SecKeyCreateWithData(message, wanted, &error));
  check_error(error, errSecParam, __LINE__);
  CFRelease(wanted);
  CFRelease(bytes);
  CFRelease(other);
  CFRelease(message);
  CFRelease(public);
  CFRelease(key);
}

static void rsa(void) {
  SecKeyRef key = make(kSecAttrKeyTypeRSA, 1024), public = SecKeyCopyPublicKey(key);
  CHECK(SecKeyGetBlockSize(public) == 128);
  UInt8 digest[32] = {1, 2, 3}, signature[128], small[10];
  size_t count = sizeof signature;
  CHECK_STATUS(SecKeyRawSign(key, kSecPaddingPKCS1SHA256, digest, sizeof digest, signature, &count),
               errSecSuccess);
  CHECK(count == 128);
  CHECK_STATUS(
      SecKeyRawVerify(public, kSecPaddingPKCS1SHA256, digest, sizeof digest, signature, count),
      errSecSuccess);
  digest[0] = 9;
  CHECK(SecKeyRawVerify(public, kSecPaddingPKCS1SHA256, digest, sizeof digest, signature, count) !=
        errSecSuccess);
  count = sizeof small;
  CHECK_STATUS(SecKeyRawSign(key, kSecPaddingPKCS1SHA256, digest, sizeof digest, small, &count),
               errSecParam);

  UInt8 sealed[128], opened[128];
  size_t sealed_count = sizeof sealed, opened_count = sizeof opened;
  CHECK_STATUS(
      SecKeyEncrypt(public, kSecPaddingOAEP, (const UInt8 *)"text", 4, sealed, &sealed_count),
      errSecSuccess);
  CHECK_STATUS(SecKeyDecrypt(key, kSecPaddingOAEP, sealed, sealed_count, opened, &opened_count),
               errSecSuccess);
  CHECK(opened_count == 4 && memcmp(opened, "text", 4) == 0);
  CFRelease(public);
  CFRelease(key);

  CFMutableDictionaryRef wanted = parameters(kSecAttrKeyTypeRSA, 1024);
  key = public = NULL;
  CHECK_STATUS(SecKeyGeneratePair(wanted, &public, &key), errSecSuccess);
  CHECK(key && public);
  CFRelease(public);
  CFRelease(key);
  CHECK_STATUS(SecKeyGeneratePair(wanted, NULL, NULL), errSecSuccess);
  CFRelease(wanted);
}

static void stored(void) {
  CFMutableDictionaryRef wanted = parameters(kSecAttrKeyTypeECSECPrimeRandom, 256);
  CFMutableDictionaryRef private = dictionary();
  CFDictionarySetValue(private, kSecAttrIsPermanent, kCFBooleanTrue);
  put(private, kSecAttrApplicationTag, data("org.example.key"));
  put(wanted, kSecPrivateKeyAttrs, private);
  SecKeyRef key = SecKeyCreateRandomKey(wanted, NULL);
  CHECK(key);
  CFRelease(wanted);

  CFMutableDictionaryRef query = dictionary();
  CFDictionarySetValue(query, kSecClass, kSecClassKey);
  put(query, kSecAttrApplicationTag, data("org.example.key"));
  CFDictionarySetValue(query, kSecReturnRef, kCFBooleanTrue);
  CFTypeRef found = NULL;
  CHECK_STATUS(SecItemCopyMatching(query, &found), errSecSuccess);
  CHECK(found && CFGetTypeID(found) == SecKeyGetTypeID() && CFEqual(found, key));
  if (found) CFRelease(found);
  CFRelease(query);

  query = dictionary();
  CFDictionarySetValue(query, kSecValueRef, key);
  CHECK_STATUS(SecItemDelete(query), errSecSuccess);
  CHECK_STATUS(SecItemAdd(query, NULL), errSecSuccess);
  CHECK_STATUS(SecItemAdd(query, NULL), errSecDuplicateItem);
  CFRelease(query);
  CFRelease(key);
}

static void symmetric(void) {
  CFMutableDictionaryRef wanted = parameters(kSecAttrKeyTypeAES, 256);
  SecKeyRef key = SecKeyGenerateSymmetric(wanted, NULL);
  CHECK(key && SecKeyGetBlockSize(key) == 32);
  CFDataRef bytes = data("0123456789abcdef0123456789abcdef");
  SecKeyRef made = SecKeyCreateFromData(wanted, bytes, NULL);
  CHECK(made && !CFEqual(made, key));
  CFRelease(bytes);
  CFErrorRef error = NULL;
  CFStringRef secret = string("password");
  CHECK(!SecKeyDeriveFromPassword(secret, wanted, &error));
  check_error(error, errSecMissingAlgorithmParms, __LINE__);
  put(wanted, kSecAttrSalt, data("salt and salt"));
  CFDictionarySetValue(wanted, kSecAttrPRF, kSecAttrPRFHmacAlgSHA256);
  int rounds = 1000;
  put(wanted, kSecAttrRounds, CFNumberCreate(NULL, kCFNumberIntType, &rounds));
  SecKeyRef derived = SecKeyDeriveFromPassword(secret, wanted, NULL);
  CHECK(derived);
  CFRelease(secret);
  error = NULL;
  CHECK(!SecKeyWrapSymmetric(key, made, wanted, &error));
  check_error(error, errSecUnimplemented, __LINE__);
  error = NULL;
  CHECK(!SecKeyUnwrapSymmetric(NULL, made, wanted, &error));
  check_error(error, errSecUnimplemented, __LINE__);
  error = NULL;
  CHECK(!SecKeyWrapSymmetric(key, made, (CFDictionaryRef)CFSTR("no dictionary"), &error));
  check_error(error, errSecParam, __LINE__);
  error = NULL;
  CHECK(!SecKeyUnwrapSymmetric(NULL, made, NULL, &error));
  check_error(error, errSecParam, __LINE__);
  CFRelease(derived);
  CFRelease(made);
  CFRelease(key);
  CFRelease(wanted);
}

static void access_control(void) {
  CFErrorRef error = NULL;
  SecAccessControlRef control = SecAccessControlCreateWithFlags(
      NULL, kSecAttrAccessibleWhenUnlocked, kSecAccessControlUserPresence, &error);
  CHECK(control && !error && CFGetTypeID(control) == SecAccessControlGetTypeID());
  SecAccessControlRef same = SecAccessControlCreateWithFlags(
      kCFAllocatorDefault, kSecAttrAccessibleWhenUnlocked, kSecAccessControlUserPresence, NULL);
  SecAccessControlRef other =
      SecAccessControlCreateWithFlags(NULL, kSecAttrAccessibleWhenUnlocked, 0, NULL);
  CHECK(CFEqual(control, same) && CFHash(control) == CFHash(same) && !CFEqual(control, other));
  CFRelease(same);

  CFMutableDictionaryRef item = password("access", "control");
  CFDictionarySetValue(item, kSecAttrAccessControl, other);
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
  CFRelease(other);
  CFRelease(control);

  CHECK(!SecAccessControlCreateWithFlags(NULL, CFSTR("nonsense"), 0, &error));
  check_error(error, errSecParam, __LINE__);
  error = NULL;
  CHECK(!SecAccessControlCreateWithFlags(NULL, NULL, 0, &error));
  check_error(error, errSecParam, __LINE__);
  CHECK(!SecAccessControlCreateWithFlags(
      NULL, kSecAttrAccessibleWhenUnlocked,
      kSecAccessControlBiometryAny | kSecAccessControlBiometryCurrentSet, NULL));
}

/* Passes NULL and objects of other types as every argument. */
static void nonsense(SecKeyRef wrong) {
  CFErrorRef error = NULL;
  SecKeyAlgorithm algorithm = kSecKeyAlgorithmRSASignatureRaw;
  CFDataRef no_data = (CFDataRef)wrong;
  CFDictionaryRef no_dictionary = (CFDictionaryRef)wrong;
  CHECK(!SecKeyCreateRandomKey(no_dictionary, &error));
  check_error(error, errSecParam, __LINE__);
  error = NULL;
  CHECK(!SecKeyCreateWithData(no_data, no_dictionary, &error));
  check_error(error, errSecParam, __LINE__);
  CHECK(SecKeyGetBlockSize(wrong) == 0);
  error = NULL;
  CHECK(!SecKeyCopyExternalRepresentation(wrong, &error));
  check_error(error, errSecParam, __LINE__);
  CHECK(!SecKeyCopyAttributes(wrong) && !SecKeyCopyPublicKey(wrong));
  CHECK(!SecKeyIsAlgorithmSupported(wrong, kSecKeyOperationTypeSign, algorithm));
  error = NULL;
  CHECK(!SecKeyCreateSignature(wrong, algorithm, no_data, &error));
  check_error(error, errSecParam, __LINE__);
  error = NULL;
  CHECK(!SecKeyVerifySignature(wrong, algorithm, no_data, no_data, &error));
  check_error(error, errSecParam, __LINE__);
  CHECK(!SecKeyCreateEncryptedData(wrong, NULL, no_data, NULL));
  CHECK(!SecKeyCreateDecryptedData(wrong, NULL, no_data, NULL));
  CHECK(!SecKeyCopyKeyExchangeResult(wrong, NULL, wrong, no_dictionary, NULL));
  CHECK_STATUS(SecKeyGeneratePair(no_dictionary, NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeyRawSign(wrong, 0, NULL, 0, NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeyRawVerify(wrong, 0, NULL, 0, NULL, 0), errSecParam);
  CHECK_STATUS(SecKeyEncrypt(wrong, 0, NULL, 0, NULL, NULL), errSecParam);
  CHECK_STATUS(SecKeyDecrypt(wrong, 0, NULL, 0, NULL, NULL), errSecParam);
  CHECK(!SecKeyGenerateSymmetric(no_dictionary, NULL));
  CHECK(!SecKeyCreateFromData(no_dictionary, no_data, NULL));
  CHECK(!SecKeyDeriveFromPassword((CFStringRef)wrong, no_dictionary, NULL));
  CHECK(!SecKeyWrapSymmetric(wrong, wrong, no_dictionary, NULL));
  CHECK(!SecKeyUnwrapSymmetric(NULL, wrong, no_dictionary, NULL));
}

int main(void) {
  elliptic_curves();
  rsa();
  stored();
  symmetric();
  access_control();
  nonsense(NULL);
  nonsense((SecKeyRef)kCFBooleanTrue);
  return report();
}
