/* While user interaction is forbidden, no function asks the user.

   The arguments are two files: a PKCS#12 file with the password "passphrase", and the certificate in this file in DER.
   */
#include "check.h"

#include <stdlib.h>

static CFDataRef file(const char *path) {
  FILE *stream = fopen(path, "rb");
  static UInt8 buffer[1 << 16];
  size_t count = stream ? fread(buffer, 1, sizeof buffer, stream) : 0;
  if (stream) fclose(stream);
  return CFDataCreate(NULL, buffer, (CFIndex)count);
}

/* Returns the number of questions so far. The pinentry of the test records each question and cancels it. */
static int questions(void) {
  FILE *stream = fopen(getenv("ASKED"), "r");
  int count = 0;
  while (stream && fgetc(stream) != EOF) count++;
  if (stream) fclose(stream);
  return count;
}

static void put_control(CFMutableDictionaryRef item, SecAccessControlCreateFlags flags) {
  SecAccessControlRef control = SecAccessControlCreateWithFlags(
      NULL, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, NULL);
  put(item, kSecAttrAccessControl, control);
}

/* Reads the identity from the PKCS#12 file. Adds the private key of the identity to the keychain, with an access
   control. */
static void store_key(CFDataRef archive) {
  CFMutableDictionaryRef options = dictionary();
  CFDictionarySetValue(options, kSecImportExportPassphrase, CFSTR("passphrase"));
  CFArrayRef found = NULL;
  CHECK_STATUS(SecPKCS12Import(archive, options, &found), errSecSuccess);
  CFDictionaryRef first = CFArrayGetValueAtIndex(found, 0);
  SecKeyRef key = NULL;
  CHECK_STATUS(SecIdentityCopyPrivateKey(
                   (SecIdentityRef)CFDictionaryGetValue(first, kSecImportItemIdentity), &key),
               errSecSuccess);
  CFMutableDictionaryRef item = dictionary();
  put(item, kSecValueRef, key);
  put_control(item, kSecAccessControlUserPresence);
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
  CFRelease(found);
  CFRelease(options);
}

static OSStatus join(SecCertificateRef certificate) {
  SecIdentityRef identity = NULL;
  OSStatus status = SecIdentityCreateWithCertificate(NULL, certificate, &identity);
  if (identity) CFRelease(identity);
  return status;
}

/* Imports the PKCS#12 file into the keychain with an access control that requires a new application password. The
   import must ask the user for this password. */
static OSStatus import_guarded(CFDataRef archive) {
  CFMutableDictionaryRef options = dictionary();
  CFDictionarySetValue(options, kSecImportExportPassphrase, CFSTR("passphrase"));
  CFDictionarySetValue(options, kSecUseDataProtectionKeychain, kCFBooleanTrue);
  put_control(options, kSecAccessControlApplicationPassword);
  CFArrayRef found = NULL;
  OSStatus status = SecPKCS12Import(archive, options, &found);
  if (found) CFRelease(found);
  CFRelease(options);
  return status;
}

static CFIndex make_guarded_key(void) {
  CFMutableDictionaryRef parameters = dictionary(), attributes = dictionary();
  CFDictionarySetValue(parameters, kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom);
  int size = 256;
  put(parameters, kSecAttrKeySizeInBits, CFNumberCreate(NULL, kCFNumberIntType, &size));
  CFDictionarySetValue(attributes, kSecAttrIsPermanent, kCFBooleanTrue);
  put_control(attributes, kSecAccessControlApplicationPassword);
  put(parameters, kSecPrivateKeyAttrs, attributes);
  CFErrorRef error = NULL;
  SecKeyRef key = SecKeyCreateRandomKey(parameters, &error);
  CFIndex code = error ? CFErrorGetCode(error) : 0;
  if (error) CFRelease(error);
  if (key) CFRelease(key);
  CFRelease(parameters);
  return code;
}

/* Adds two passwords with the same service. The first password requires user presence. */
static void passwords(void) {
  CFMutableDictionaryRef item = password("guarded", "1");
  put(item, kSecValueData, data("one"));
  put_control(item, kSecAccessControlUserPresence);
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
  item = password("guarded", "2");
  put(item, kSecValueData, data("two"));
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
}

static OSStatus search(CFStringRef interface, CFIndex *count) {
  CFMutableDictionaryRef query = password("guarded", NULL);
  CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
  CFDictionarySetValue(query, kSecMatchLimit, kSecMatchLimitAll);
  if (interface) CFDictionarySetValue(query, kSecUseAuthenticationUI, interface);
  CFTypeRef found = NULL;
  OSStatus status = SecItemCopyMatching(query, &found);
  *count = found ? CFArrayGetCount(found) : 0;
  if (found) CFRelease(found);
  CFRelease(query);
  return status;
}

int main(int argument_count, char **arguments) {
  if (argument_count < 3) return 2;
  CFDataRef archive = file(arguments[1]), der = file(arguments[2]);
  SecCertificateRef certificate = SecCertificateCreateWithData(NULL, der);
  SecKeychainRef keychain = NULL;
  CHECK_STATUS(SecKeychainCreate("login.keychain", 11, "open sesame", false, NULL, &keychain),
               errSecSuccess);
  CFRelease(keychain);
  store_key(archive);
  passwords();
  CHECK(questions() == 0);

  /* While user interaction is allowed, each of these functions asks the user. */
  CFIndex count = 0;
  CHECK_STATUS(join(certificate), errSecUserCanceled);
  CHECK(questions() == 1);
  CHECK(make_guarded_key() == errSecUserCanceled);
  CHECK(questions() == 2);
  CHECK_STATUS(import_guarded(archive), errSecUserCanceled);
  CHECK(questions() == 3);
  CHECK_STATUS(search(NULL, &count), errSecUserCanceled);
  CHECK(questions() == 4);

  CHECK_STATUS(SecKeychainSetUserInteractionAllowed(false), errSecSuccess);
  CHECK_STATUS(join(certificate), errSecInteractionNotAllowed);
  CHECK(make_guarded_key() == errSecInteractionNotAllowed);
  CHECK_STATUS(import_guarded(archive), errSecInteractionNotAllowed);
  CHECK_STATUS(search(NULL, &count), errSecInteractionNotAllowed);
  /* A search that skips items with an access control succeeds without asking. */
  CHECK_STATUS(search(kSecUseAuthenticationUISkip, &count), errSecSuccess);
  CHECK(count == 1);
  CHECK(questions() == 4);

  CHECK_STATUS(SecKeychainSetUserInteractionAllowed(true), errSecSuccess);
  CHECK_STATUS(join(certificate), errSecUserCanceled);
  CHECK(questions() == 5);
  CFRelease(certificate);
  CFRelease(archive);
  CFRelease(der);
  return report();
}
