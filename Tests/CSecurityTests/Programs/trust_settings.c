/* Tests the functions for trust settings.

   The arguments are two files: a leaf certificate for example.org in DER, and the certificate of its authority in DER.
   */
#include "check.h"

#include <stdlib.h>

static SecCertificateRef certificate(const char *path) {
  FILE *stream = fopen(path, "rb");
  static UInt8 buffer[1 << 16];
  size_t count = stream ? fread(buffer, 1, sizeof buffer, stream) : 0;
  if (stream) fclose(stream);
  CFDataRef der = CFDataCreate(NULL, buffer, (CFIndex)count);
  SecCertificateRef made = SecCertificateCreateWithData(NULL, der);
  CFRelease(der);
  return made;
}

static SecTrustResultType judged(SecCertificateRef leaf, SecTrustOptionFlags options,
                                 SecCertificateRef authority) {
  CFTypeRef given[] = {leaf, authority};
  CFArrayRef certificates = CFArrayCreate(NULL, given, authority ? 2 : 1, &kCFTypeArrayCallBacks);
  SecPolicyRef policy = SecPolicyCreateSSL(true, CFSTR("example.org"));
  SecTrustRef trust = NULL;
  CHECK_STATUS(SecTrustCreateWithCertificates(certificates, policy, &trust), errSecSuccess);
  CHECK_STATUS(SecTrustSetOptions(trust, options), errSecSuccess);
  CHECK_STATUS(SecTrustSetKeychains(trust, NULL), errSecSuccess);
  SecTrustResultType result = kSecTrustResultInvalid;
  CHECK_STATUS(SecTrustGetTrustResult(trust, &result), errSecSuccess);
  CFRelease(trust);
  CFRelease(policy);
  CFRelease(certificates);
  return result;
}

static CFDictionaryRef setting(SecTrustSettingsResult result) {
  CFMutableDictionaryRef made = dictionary();
  int32_t number = (int32_t)result;
  put(made, kSecTrustSettingsResult, CFNumberCreate(NULL, kCFNumberSInt32Type, &number));
  put(made, kSecTrustSettingsPolicy, SecPolicyCreateSSL(true, NULL));
  CFDictionarySetValue(made, kSecTrustSettingsPolicyString, CFSTR("example.org"));
  number = (int32_t)kSecTrustSettingsKeyUseAny;
  put(made, kSecTrustSettingsKeyUsage, CFNumberCreate(NULL, kCFNumberSInt32Type, &number));
  return made;
}

static void decided(SecCertificateRef leaf, SecCertificateRef root) {
  SecTrustSettingsDomain user = kSecTrustSettingsDomainUser;
  CFArrayRef found = NULL;
  CHECK_STATUS(SecTrustSettingsCopyTrustSettings(root, user, &found), errSecItemNotFound);
  CHECK(!found && judged(leaf, 0, NULL) == kSecTrustResultRecoverableTrustFailure);
  CHECK(judged(leaf, kSecTrustOptionImplicitAnchors, root) == kSecTrustResultUnspecified);

  CHECK_STATUS(SecTrustSettingsSetTrustSettings(root, user, NULL), errSecSuccess);
  CHECK(judged(leaf, 0, NULL) == kSecTrustResultProceed);
  CHECK_STATUS(SecTrustSettingsCopyTrustSettings(root, user, &found), errSecSuccess);
  CHECK(CFArrayGetCount(found) == 0);
  CFRelease(found);
  CFDateRef date = NULL;
  CHECK_STATUS(SecTrustSettingsCopyModificationDate(root, user, &date), errSecSuccess);
  CHECK(date && CFGetTypeID(date) == CFDateGetTypeID());
  CFRelease(date);

  CFDictionaryRef deny = setting(kSecTrustSettingsResultDeny);
  CFArrayRef list = CFArrayCreate(NULL, (const void **)&deny, 1, &kCFTypeArrayCallBacks);
  CHECK_STATUS(SecTrustSettingsSetTrustSettings(leaf, user, list), errSecSuccess);
  CHECK(judged(leaf, 0, NULL) == kSecTrustResultDeny);
  CHECK_STATUS(SecTrustSettingsCopyTrustSettings(leaf, user, &found), errSecSuccess);
  CFDictionaryRef first = CFArrayGetValueAtIndex(found, 0);
  CHECK(CFGetTypeID(CFDictionaryGetValue(first, kSecTrustSettingsPolicy)) == SecPolicyGetTypeID());
  CHECK(is_text(CFDictionaryGetValue(first, kSecTrustSettingsPolicyString), "example.org"));
  int32_t number = 0;
  CHECK(CFNumberGetValue(CFDictionaryGetValue(first, kSecTrustSettingsResult),
                         kCFNumberSInt32Type, &number) &&
        number == kSecTrustSettingsResultDeny);
  CFRelease(found);
  CFRelease(list);
  CFRelease(deny);

  CHECK_STATUS(SecTrustSettingsCopyCertificates(user, &found), errSecSuccess);
  CHECK(CFArrayGetCount(found) == 2);
  CFRelease(found);
  CFDataRef external = NULL;
  CHECK_STATUS(SecTrustSettingsCreateExternalRepresentation(user, &external), errSecSuccess);
  CHECK_STATUS(SecTrustSettingsRemoveTrustSettings(leaf, user), errSecSuccess);
  CHECK_STATUS(SecTrustSettingsRemoveTrustSettings(leaf, user), errSecItemNotFound);
  CHECK(judged(leaf, 0, NULL) == kSecTrustResultProceed);
  CHECK_STATUS(SecTrustSettingsImportExternalRepresentation(user, external), errSecSuccess);
  CHECK(judged(leaf, 0, NULL) == kSecTrustResultDeny);
  CFRelease(external);
  CHECK_STATUS(SecTrustSettingsRemoveTrustSettings(leaf, user), errSecSuccess);
  CHECK_STATUS(SecTrustSettingsRemoveTrustSettings(root, user), errSecSuccess);
  CHECK_STATUS(SecTrustSettingsCopyCertificates(user, &found), errSecNoTrustSettings);
  CHECK_STATUS(SecTrustSettingsCreateExternalRepresentation(user, &external),
               errSecNoTrustSettings);
}

static void refused(SecCertificateRef leaf) {
  SecTrustSettingsDomain user = kSecTrustSettingsDomainUser;
  SecTrustSettingsDomain none = (SecTrustSettingsDomain)7;
  CFArrayRef found = NULL;
  CFDateRef date = NULL;
  CFDataRef external = NULL, nothing = data("nothing");
  SecCertificateRef all = kSecTrustSettingsDefaultRootCertSetting;
  CHECK_STATUS(SecTrustSettingsCopyTrustSettings(NULL, user, &found), errSecParam);
  CHECK_STATUS(SecTrustSettingsCopyTrustSettings(leaf, none, &found), errSecParam);
  CHECK_STATUS(SecTrustSettingsCopyTrustSettings(leaf, user, NULL), errSecParam);
  CHECK_STATUS(SecTrustSettingsCopyTrustSettings(all, user, &found), errSecUnimplemented);
  CHECK_STATUS(SecTrustSettingsSetTrustSettings((SecCertificateRef)kSecClass, user, NULL),
               errSecParam);
  CHECK_STATUS(SecTrustSettingsSetTrustSettings(leaf, user, kCFBooleanTrue), errSecParam);
  CHECK_STATUS(SecTrustSettingsSetTrustSettings(leaf, user, NULL), errSecParam);
  CHECK_STATUS(SecTrustSettingsSetTrustSettings(all, user, NULL), errSecUnimplemented);
  CHECK_STATUS(SecTrustSettingsSetTrustSettings(leaf, kSecTrustSettingsDomainSystem, NULL),
               errSecParam);
  CHECK_STATUS(SecTrustSettingsRemoveTrustSettings(leaf, kSecTrustSettingsDomainSystem),
               errSecReadOnly);
  CHECK_STATUS(SecTrustSettingsRemoveTrustSettings(NULL, user), errSecParam);
  CHECK_STATUS(SecTrustSettingsCopyModificationDate(leaf, user, NULL), errSecParam);
  CHECK_STATUS(SecTrustSettingsCopyModificationDate(leaf, user, &date), errSecItemNotFound);
  CHECK_STATUS(SecTrustSettingsCopyCertificates(none, &found), errSecParam);
  CHECK_STATUS(SecTrustSettingsCopyCertificates(user, NULL), errSecParam);
  CHECK_STATUS(SecTrustSettingsCreateExternalRepresentation(user, NULL), errSecParam);
  CHECK_STATUS(SecTrustSettingsCreateExternalRepresentation(none, &external), errSecParam);
  CHECK_STATUS(SecTrustSettingsImportExternalRepresentation(user, NULL), errSecParam);
  CHECK_STATUS(SecTrustSettingsImportExternalRepresentation(user, nothing),
               errSecInvalidTrustSettings);
  CHECK_STATUS(SecTrustSetOptions(NULL, 0), errSecParam);
  CHECK_STATUS(SecTrustSetKeychains(NULL, NULL), errSecParam);
  CHECK_STATUS(SecTrustCopyAnchorCertificates(NULL), errSecParam);
  CFRelease(nothing);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  SecCertificateRef leaf = certificate(arguments[1]), root = certificate(arguments[2]);
  CHECK(leaf && root);
  decided(leaf, root);
  refused(leaf);
  CFArrayRef anchors = NULL;
  CHECK_STATUS(SecTrustCopyAnchorCertificates(&anchors), errSecSuccess);
  CHECK(anchors && CFGetTypeID(anchors) == CFArrayGetTypeID());
  CFRelease(anchors);
  CFRelease(root);
  CFRelease(leaf);
  return report();
}
