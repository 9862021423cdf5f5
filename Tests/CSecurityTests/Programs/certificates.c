/* Tests certificates, identities, policies, trust, import and export.

   The arguments are four files: a leaf certificate for example.org in DER, the certificate of its authority in DER, the
   private key of the leaf in PEM, and the same key in PEM, encrypted with the password "passphrase". */
#include "check.h"

#include <stdlib.h>

static CFDataRef file(const char *path) {
  FILE *stream = fopen(path, "rb");
  static UInt8 buffer[1 << 16];
  size_t count = stream ? fread(buffer, 1, sizeof buffer, stream) : 0;
  if (stream) fclose(stream);
  return CFDataCreate(NULL, buffer, (CFIndex)count);
}

static void certificates(SecCertificateRef leaf, CFDataRef der) {
  CHECK(CFGetTypeID(leaf) == SecCertificateGetTypeID());
  SecCertificateRef again = SecCertificateCreateWithData(kCFAllocatorDefault, der);
  CHECK(CFEqual(leaf, again) && CFHash(leaf) == CFHash(again));
  CFRelease(again);
  CFDataRef bytes = SecCertificateCopyData(leaf);
  CHECK(CFEqual(bytes, der));
  CFRelease(bytes);
  CFStringRef text = SecCertificateCopySubjectSummary(leaf);
  CHECK(is_text(text, "Leaf"));
  CFRelease(text);
  CHECK_STATUS(SecCertificateCopyCommonName(leaf, &text), errSecSuccess);
  CHECK(is_text(text, "Leaf"));
  CFRelease(text);
  CFArrayRef addresses = NULL;
  CHECK_STATUS(SecCertificateCopyEmailAddresses(leaf, &addresses), errSecSuccess);
  CHECK(CFArrayGetCount(addresses) == 1 &&
        is_text(CFArrayGetValueAtIndex(addresses, 0), "leaf@example.org"));
  CFRelease(addresses);
  CFDataRef issuer = SecCertificateCopyNormalizedIssuerSequence(leaf);
  CFDataRef subject = SecCertificateCopyNormalizedSubjectSequence(leaf);
  CHECK(issuer && subject && !CFEqual(issuer, subject));
  CFRelease(issuer);
  CFRelease(subject);
  CFErrorRef error = NULL;
  CFDataRef serial = SecCertificateCopySerialNumberData(leaf, &error);
  CFDataRef older = SecCertificateCopySerialNumber(leaf, NULL);
  CHECK(serial && older && !error && CFEqual(serial, older) && CFDataGetLength(serial) == 1);
  CFRelease(serial);
  CFRelease(older);
  CFDateRef from = SecCertificateCopyNotValidBeforeDate(leaf);
  CFDateRef until = SecCertificateCopyNotValidAfterDate(leaf);
  CHECK(CFDateGetTimeIntervalSinceDate(until, from) == 30 * 86400);
  CFRelease(from);
  CFRelease(until);
  SecKeyRef key = SecCertificateCopyKey(leaf), same = NULL;
  CHECK_STATUS(SecCertificateCopyPublicKey(leaf, &same), errSecSuccess);
  CHECK(key && CFEqual(key, same));
  CFRelease(same);
  CFRelease(key);
}

/* Returns the value of a labelled property in a section of `values`; NULL if there is no such section or property. */
static CFTypeRef member(CFDictionaryRef values, CFStringRef identifier, const char *label) {
  CFDictionaryRef property = CFDictionaryGetValue(values, identifier);
  if (!property || !CFEqual(CFDictionaryGetValue(property, kSecPropertyKeyType),
                            kSecPropertyTypeSection)) {
    return NULL;
  }
  CFArrayRef section = CFDictionaryGetValue(property, kSecPropertyKeyValue);
  for (CFIndex index = 0; index < CFArrayGetCount(section); index++) {
    CFDictionaryRef one = CFArrayGetValueAtIndex(section, index);
    if (is_text(CFDictionaryGetValue(one, kSecPropertyKeyLabel), label)) {
      return CFDictionaryGetValue(one, kSecPropertyKeyValue);
    }
  }
  return NULL;
}

static void contents(SecCertificateRef leaf) {
  CFErrorRef error = NULL;
  CFDataRef issuer = SecCertificateCopyNormalizedIssuerContent(leaf, &error);
  CFDataRef subject = SecCertificateCopyNormalizedSubjectContent(leaf, NULL);
  CFDataRef sequence = SecCertificateCopyNormalizedSubjectSequence(leaf);
  CHECK(issuer && subject && !error && !CFEqual(issuer, subject));
  CHECK(CFDataGetLength(sequence) == CFDataGetLength(subject) + 2 &&
        memcmp(CFDataGetBytePtr(sequence) + 2, CFDataGetBytePtr(subject),
               (size_t)CFDataGetLength(subject)) == 0);
  CFRelease(sequence);
  CFRelease(subject);
  CFRelease(issuer);
  CFStringRef text = SecCertificateCopyShortDescription(NULL, leaf, &error);
  CHECK(is_text(text, "Leaf"));
  CFRelease(text);
  text = SecCertificateCopyLongDescription(NULL, leaf, &error);
  CHECK(text && !error);
  CHECK(CFStringFind(text, CFSTR("DNS:example.org"), 0).location != kCFNotFound);
  CFRelease(text);

  CFDictionaryRef values = SecCertificateCopyValues(leaf, NULL, &error);
  CHECK(values && !error);
  CHECK(is_text(member(values, kSecOIDX509V1SubjectName, "2.5.4.3"), "Leaf"));
  CHECK(is_text(member(values, kSecOIDX509V1IssuerName, "2.5.4.3"), "Authority"));
  CHECK(is_text(member(values, kSecOIDSubjectAltName, "DNS Name"), "example.org"));
  CHECK(is_text(member(values, kSecOIDX509V1SubjectPublicKeyAlgorithm, "Algorithm"),
                "1.2.840.10045.2.1"));
  CFRelease(values);

  const void *wanted[] = {kSecOIDX509V1ValidityNotAfter, kSecOIDExtendedKeyUsage,
                          kSecOIDNameConstraints};
  CFArrayRef keys = CFArrayCreate(NULL, wanted, 3, NULL);
  values = SecCertificateCopyValues(leaf, keys, &error);
  CHECK(values && CFDictionaryGetCount(values) == 2);
  CFDictionaryRef property = CFDictionaryGetValue(values, kSecOIDX509V1ValidityNotAfter);
  CHECK(CFEqual(CFDictionaryGetValue(property, kSecPropertyKeyType), kSecPropertyTypeNumber));
  double seconds = 0;
  CHECK(CFNumberGetValue(CFDictionaryGetValue(property, kSecPropertyKeyValue),
                         kCFNumberDoubleType, &seconds));
  CFDateRef until = SecCertificateCopyNotValidAfterDate(leaf);
  CHECK(seconds == CFDateGetAbsoluteTime(until));
  CFRelease(until);
  property = CFDictionaryGetValue(values, kSecOIDExtendedKeyUsage);
  CFArrayRef purposes = CFDictionaryGetValue(property, kSecPropertyKeyValue);
  CHECK(CFArrayGetCount(purposes) == 1 &&
        CFEqual(CFArrayGetValueAtIndex(purposes, 0), kSecOIDServerAuth));
  CFRelease(values);
  CFRelease(keys);

  const void *wrong[] = {kCFNull};
  keys = CFArrayCreate(NULL, wrong, 1, &kCFTypeArrayCallBacks);
  CHECK(!SecCertificateCopyValues(leaf, keys, NULL));
  CHECK(!SecCertificateCopyValues(leaf, keys, &error));
  CHECK(error && CFErrorGetCode(error) == errSecParam);
  CFRelease(error);
  CFRelease(keys);
  error = NULL;
  CHECK(!SecCertificateCopyValues(leaf, (CFArrayRef)kSecOIDKeyUsage, &error));
  CHECK(error && CFErrorGetCode(error) == errSecParam);
  CFRelease(error);
}

static Boolean has_bytes(const CSSM_DATA *found, const void *bytes, size_t count) {
  return found->Length == count && memcmp(found->Data, bytes, count) == 0;
}

/* Returns whether a name consists of exactly one common name with this text. */
static Boolean is_common_name(const CSSM_X509_NAME *name, const char *text) {
  if (!name || name->numberOfRDNs != 1) return false;
  const CSSM_X509_RDN *set = name->RelativeDistinguishedName;
  if (set->numberOfPairs != 1) return false;
  const CSSM_X509_TYPE_VALUE_PAIR *pair = set->AttributeTypeAndValue;
  return has_bytes(&pair->type, "\x55\x04\x03", 3) && pair->valueType == 12 &&
         has_bytes(&pair->value, text, strlen(text));
}

static void structures(SecCertificateRef leaf, CFDataRef der) {
  CSSM_DATA data = {(CSSM_SIZE)CFDataGetLength(der), (uint8 *)CFDataGetBytePtr(der)};
  SecCertificateRef same = NULL;
  CHECK_STATUS(SecCertificateCreateFromData(&data, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_DER, &same),
               errSecSuccess);
  CHECK(same && CFEqual(same, leaf));
  CFRelease(same);
  CHECK_STATUS(SecCertificateCreateFromData(&data, CSSM_CERT_X_509v1, CSSM_CERT_ENCODING_BER, &same),
               errSecSuccess);
  CHECK(same && CFEqual(same, leaf));

  CSSM_DATA found = {0, NULL}, again = {0, NULL};
  CHECK_STATUS(SecCertificateGetData(same, &found), errSecSuccess);
  CHECK(has_bytes(&found, data.Data, data.Length) && found.Data != data.Data);
  CHECK_STATUS(SecCertificateGetData(same, &again), errSecSuccess);
  CHECK(again.Data == found.Data);
  CSSM_CERT_TYPE type = CSSM_CERT_UNKNOWN;
  CHECK_STATUS(SecCertificateGetType(same, &type), errSecSuccess);
  CHECK(type == CSSM_CERT_X_509v3);
  const CSSM_X509_NAME *subject = NULL, *issuer = NULL, *other = NULL;
  CHECK_STATUS(SecCertificateGetSubject(same, &subject), errSecSuccess);
  CHECK(is_common_name(subject, "Leaf"));
  CHECK_STATUS(SecCertificateGetIssuer(same, &issuer), errSecSuccess);
  CHECK(is_common_name(issuer, "Authority"));
  CHECK_STATUS(SecCertificateGetSubject(same, &other), errSecSuccess);
  CHECK(other == subject);
  const CSSM_X509_ALGORITHM_IDENTIFIER *algorithm = NULL;
  CHECK_STATUS(SecCertificateGetAlgorithmID(same, &algorithm), errSecSuccess);
  CHECK(algorithm && has_bytes(&algorithm->algorithm, "\x2A\x86\x48\xCE\x3D\x04\x03\x02", 8));
  CHECK(algorithm && algorithm->parameters.Length == 0 && !algorithm->parameters.Data);
  CSSM_CL_HANDLE handle = 7;
  CHECK_STATUS(SecCertificateGetCLHandle(same, &handle), errSecUnimplemented);
  CHECK(handle == 0);
  CHECK_STATUS(SecCertificateGetCLHandle(same, NULL), errSecParam);
  CHECK_STATUS(SecCertificateGetData(same, NULL), errSecParam);
  CHECK_STATUS(SecCertificateGetType(same, NULL), errSecParam);
  CHECK_STATUS(SecCertificateGetSubject(same, NULL), errSecParam);
  CHECK_STATUS(SecCertificateGetIssuer(same, NULL), errSecParam);
  CHECK_STATUS(SecCertificateGetAlgorithmID(same, NULL), errSecParam);
  CFRelease(same);

  const struct {
    CSSM_DATA data;
    CSSM_CERT_TYPE type;
    CSSM_CERT_ENCODING encoding;
    OSStatus status;
  } refused[] = {
      {data, CSSM_CERT_UNKNOWN, CSSM_CERT_ENCODING_DER, errSecParam},
      {data, 4, CSSM_CERT_ENCODING_DER, errSecParam},
      {data, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_UNKNOWN, errSecParam},
      {data, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_CUSTOM, errSecParam},
      {{5, NULL}, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_DER, errSecParam},
      {{0, data.Data}, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_DER, errSecParam},
      {{(CSSM_SIZE)-1, data.Data}, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_DER, errSecParam},
      {{data.Length - 1, data.Data}, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_DER, errSecUnknownFormat},
  };
  for (size_t index = 0; index < sizeof refused / sizeof *refused; index++) {
    same = leaf;
    CHECK_STATUS(SecCertificateCreateFromData(&refused[index].data, refused[index].type,
                                              refused[index].encoding, &same),
                 refused[index].status);
    CHECK(!same);
  }
  same = leaf;
  CHECK_STATUS(SecCertificateCreateFromData(NULL, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_DER, &same),
               errSecParam);
  CHECK(!same);
  CHECK_STATUS(SecCertificateCreateFromData(&data, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_DER, NULL),
               errSecParam);
}

static CFTypeRef import(CFDataRef bytes, CFTypeRef passphrase, OSStatus status,
                        SecExternalItemType expected) {
  SecItemImportExportKeyParameters parameters = {.passphrase = passphrase};
  SecExternalFormat format = kSecFormatUnknown;
  SecExternalItemType type = kSecItemTypeUnknown;
  CFArrayRef items = NULL;
  CHECK_STATUS(SecItemImport(bytes, NULL, &format, &type, 0, &parameters, NULL, &items), status);
  if (!items) return NULL;
  CHECK(type == expected && CFArrayGetCount(items) == 1);
  CFTypeRef item = CFRetain(CFArrayGetValueAtIndex(items, 0));
  CFRelease(items);
  return item;
}

static void import_and_export(SecCertificateRef leaf, SecKeyRef key, const char *encrypted_path) {
  CFDataRef encrypted = file(encrypted_path);
  import(encrypted, NULL, errSecPassphraseRequired, 0);
  import(encrypted, CFSTR("wrong"), errSecAuthFailed, 0);
  import(encrypted, kCFBooleanTrue, errSecParam, 0);
  CFTypeRef opened =
      import(encrypted, CFSTR("passphrase"), errSecSuccess, kSecItemTypePrivateKey);
  CHECK(opened && CFEqual(opened, key));
  CFRelease(opened);
  CFRelease(encrypted);

  CFDataRef pem = NULL;
  CHECK_STATUS(SecItemExport(leaf, kSecFormatUnknown, kSecItemPemArmour, NULL, &pem),
               errSecSuccess);
  CHECK(pem && memcmp(CFDataGetBytePtr(pem), "-----BEGIN CERTIFICATE-----", 27) == 0);
  CFTypeRef read = import(pem, NULL, errSecSuccess, kSecItemTypeCertificate);
  CHECK(read && CFEqual(read, leaf));
  CFRelease(read);
  CFRelease(pem);

  SecItemImportExportKeyParameters parameters = {.passphrase = CFSTR("other")};
  CFDataRef wrapped = NULL;
  CHECK_STATUS(SecItemExport(key, kSecFormatWrappedPKCS8, 0, NULL, &wrapped),
               errSecPassphraseRequired);
  CHECK(!wrapped);
  CHECK_STATUS(SecItemExport(key, kSecFormatWrappedPKCS8, 0, &parameters, &wrapped), errSecSuccess);
  read = import(wrapped, CFSTR("other"), errSecSuccess, kSecItemTypePrivateKey);
  CHECK(read && CFEqual(read, key));
  CFRelease(read);
  CFRelease(wrapped);

  CFTypeRef both[] = {leaf, key};
  CFArrayRef list = CFArrayCreate(NULL, both, 2, &kCFTypeArrayCallBacks);
  CHECK_STATUS(SecItemExport(list, kSecFormatPEMSequence, 0, NULL, &pem), errSecSuccess);
  CFRelease(pem);
  CHECK_STATUS(SecItemExport(list, kSecFormatX509Cert, 0, NULL, &pem), errSecParam);
  CFRelease(list);

  CHECK_STATUS(SecItemExport(NULL, 0, 0, NULL, &pem), errSecParam);
  CHECK_STATUS(SecItemExport(leaf, 0, 0, NULL, NULL), errSecParam);
  CHECK_STATUS(SecItemExport(leaf, 99, 0, NULL, &pem), errSecParam);
  CHECK_STATUS(SecItemExport(kSecClass, 0, 0, NULL, &pem), errSecParam);
  CHECK_STATUS(SecItemImport(NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL), errSecParam);
  parameters.version = 9;
  CFDataRef nothing = data("nothing");
  CHECK_STATUS(SecItemImport(nothing, NULL, NULL, NULL, 0, &parameters, NULL, NULL), errSecParam);
  CHECK_STATUS(SecItemImport(nothing, NULL, NULL, NULL, 0, NULL, NULL, NULL), errSecUnknownFormat);
  CFRelease(nothing);
}

static void identities(SecCertificateRef leaf, SecCertificateRef authority, SecKeyRef key) {
  SecIdentityRef identity = SecIdentityCreate(NULL, leaf, key);
  CHECK(identity && CFGetTypeID(identity) == SecIdentityGetTypeID());
  CHECK(!SecIdentityCreate(NULL, authority, key));
  SecCertificateRef certificate = NULL;
  SecKeyRef private = NULL;
  CHECK_STATUS(SecIdentityCopyCertificate(identity, &certificate), errSecSuccess);
  CHECK_STATUS(SecIdentityCopyPrivateKey(identity, &private), errSecSuccess);
  CHECK(CFEqual(certificate, leaf) && CFEqual(private, key));
  CFDataRef pem = NULL;
  CHECK_STATUS(SecItemExport(identity, kSecFormatPEMSequence, 0, NULL, &pem), errSecSuccess);
  CFRelease(pem);
  CFRelease(private);
  CFRelease(certificate);
  CFRelease(identity);
  CHECK_STATUS(SecIdentityCopyCertificate(NULL, &certificate), errSecParam);
  CHECK_STATUS(SecIdentityCopyPrivateKey((SecIdentityRef)leaf, &private), errSecParam);
  CHECK(!SecIdentityCreate(NULL, NULL, NULL) && !SecIdentityCreate(NULL, leaf, (SecKeyRef)leaf));
}

/* Exports an identity in PKCS#12, and imports it again. */
static void pkcs12(SecCertificateRef leaf, SecKeyRef key) {
  SecIdentityRef identity = SecIdentityCreate(NULL, leaf, key);
  SecItemImportExportKeyParameters parameters = {.passphrase = CFSTR("passphrase")};
  CFDataRef file = NULL;
  CHECK_STATUS(SecItemExport(identity, kSecFormatPKCS12, 0, &parameters, &file), errSecSuccess);
  CFMutableDictionaryRef options = dictionary();
  CFArrayRef items = NULL;
  CHECK_STATUS(SecPKCS12Import(file, options, &items), errSecAuthFailed);
  CHECK(!items);
  CFDictionarySetValue(options, kSecImportExportPassphrase, CFSTR("passphrase"));
  CHECK_STATUS(SecPKCS12Import(file, options, &items), errSecSuccess);
  CHECK(items && CFArrayGetCount(items) == 1);
  CFDictionaryRef first = CFArrayGetValueAtIndex(items, 0);
  CHECK(CFEqual(CFDictionaryGetValue(first, kSecImportItemIdentity), identity));
  CHECK(CFGetTypeID(CFDictionaryGetValue(first, kSecImportItemTrust)) == SecTrustGetTypeID());
  CFArrayRef chain = CFDictionaryGetValue(first, kSecImportItemCertChain);
  CHECK(CFEqual(CFArrayGetValueAtIndex(chain, 0), leaf));
  CHECK(!CFDictionaryContainsKey(first, kSecImportItemLabel));
  CFRelease(items);
  CHECK_STATUS(SecPKCS12Import(NULL, options, &items), errSecParam);
  CHECK_STATUS(SecPKCS12Import(file, NULL, &items), errSecParam);
  CHECK_STATUS(SecPKCS12Import(file, options, NULL), errSecParam);
  CFDictionarySetValue(options, kSecImportExportPassphrase, kCFBooleanTrue);
  CHECK_STATUS(SecPKCS12Import(file, options, &items), errSecParam);
  CFRelease(options);
  CFRelease(file);
  CFRelease(identity);
}

/* Adds certificates and identities to the keychain, and finds them. */
static void stored(SecCertificateRef leaf, SecKeyRef key) {
  SecIdentityRef identity = NULL;
  CHECK_STATUS(SecIdentityCreateWithCertificate(NULL, leaf, &identity), errSecItemNotFound);
  CHECK(!identity);
  CHECK_STATUS(SecCertificateAddToKeychain(leaf, NULL), errSecSuccess);
  CHECK_STATUS(SecCertificateAddToKeychain(leaf, NULL), errSecDuplicateItem);
  CFMutableDictionaryRef item = dictionary();
  CFDictionarySetValue(item, kSecValueRef, key);
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
  CHECK_STATUS(SecIdentityCreateWithCertificate(NULL, leaf, &identity), errSecSuccess);

  CFMutableDictionaryRef query = dictionary();
  CFDictionarySetValue(query, kSecClass, kSecClassCertificate);
  CFDictionarySetValue(query, kSecReturnRef, kCFBooleanTrue);
  CFTypeRef found = NULL;
  CHECK_STATUS(SecItemCopyMatching(query, &found), errSecSuccess);
  CHECK(found && CFGetTypeID(found) == SecCertificateGetTypeID() && CFEqual(found, leaf));
  if (found) CFRelease(found);
  CFDictionarySetValue(query, kSecClass, kSecClassIdentity);
  CHECK_STATUS(SecItemCopyMatching(query, &found), errSecSuccess);
  CHECK(found && CFGetTypeID(found) == SecIdentityGetTypeID() && CFEqual(found, identity));
  if (found) CFRelease(found);
  CFDataRef issuer = SecCertificateCopyNormalizedIssuerSequence(leaf);
  put(query, kSecMatchIssuers,
      CFArrayCreate(NULL, (const void **)&issuer, 1, &kCFTypeArrayCallBacks));
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecSuccess);
  CFRelease(issuer);
  CFRelease(query);
  CFRelease(identity);

  SecKeychainRef other = NULL;
  CHECK_STATUS(SecKeychainOpen("other.keychain", &other), errSecSuccess);
  CHECK_STATUS(SecCertificateAddToKeychain(leaf, other), errSecNoSuchKeychain);
  CHECK_STATUS(SecIdentityCreateWithCertificate(other, leaf, &identity), errSecNoSuchKeychain);
  CFRelease(other);
  CHECK_STATUS(SecCertificateAddToKeychain(NULL, NULL), errSecParam);
  CHECK_STATUS(SecIdentityCreateWithCertificate(NULL, NULL, &identity), errSecParam);
  CHECK_STATUS(SecIdentityCreateWithCertificate(NULL, leaf, NULL), errSecParam);
}

/* Sets and finds preferred identities and certificates. The leaf and its key are in the keychain. */
static void preferences(SecCertificateRef leaf, SecCertificateRef authority) {
  SecIdentityRef identity = NULL, found = NULL;
  CHECK_STATUS(SecIdentityCreateWithCertificate(NULL, leaf, &identity), errSecSuccess);
  const void *uses[] = {kSecAttrCanSign};
  CFArrayRef signing = CFArrayCreate(NULL, uses, 1, NULL);
  CFStringRef name = CFSTR("https://www.example.org/a/"), inside = CFSTR("https://www.example.org/a/b");
  CHECK(!SecIdentityCopyPreferred(inside, NULL, NULL));
  CHECK_STATUS(SecIdentitySetPreferred(NULL, name, NULL), errSecItemNotFound);
  CHECK_STATUS(SecIdentitySetPreferred(identity, name, signing), errSecSuccess);
  found = SecIdentityCopyPreferred(inside, signing, NULL);
  CHECK(found && CFEqual(found, identity));
  CFRelease(found);
  CHECK_STATUS(SecIdentityCopyPreference(inside, 4, NULL, &found), errSecSuccess);
  CHECK(found && CFEqual(found, identity));
  CFRelease(found);
  CHECK_STATUS(SecIdentityCopyPreference(inside, 1, NULL, &found), errSecItemNotFound);
  CHECK(!found);
  CFDataRef issuer = SecCertificateCopyNormalizedIssuerSequence(leaf);
  CFDataRef other = SecCertificateCopyNormalizedSubjectSequence(leaf);
  CFArrayRef issuers = CFArrayCreate(NULL, (const void **)&issuer, 1, &kCFTypeArrayCallBacks);
  CFArrayRef others = CFArrayCreate(NULL, (const void **)&other, 1, &kCFTypeArrayCallBacks);
  found = SecIdentityCopyPreferred(inside, NULL, issuers);
  CHECK(found);
  CFRelease(found);
  CHECK(!SecIdentityCopyPreferred(inside, NULL, others));
  CFRelease(others);
  CFRelease(issuers);
  CFRelease(other);
  CFRelease(issuer);
  CHECK_STATUS(SecIdentitySetPreference(identity, CFSTR("*.example.org"), 0), errSecSuccess);
  found = SecIdentityCopyPreferred(CFSTR("a.b.example.org"), NULL, NULL);
  CHECK(found);
  CFRelease(found);
  CHECK_STATUS(SecIdentitySetPreferred(NULL, name, signing), errSecSuccess);
  CHECK_STATUS(SecIdentitySetPreferred(NULL, name, signing), errSecItemNotFound);

  SecCertificateRef certificate = NULL;
  CFStringRef friend = CFSTR("leaf@example.org");
  CHECK_STATUS(SecCertificateSetPreferred(authority, friend, NULL), errSecItemNotFound);
  CHECK_STATUS(SecCertificateSetPreferred(leaf, friend, NULL), errSecSuccess);
  certificate = SecCertificateCopyPreferred(friend, NULL);
  CHECK(certificate && CFEqual(certificate, leaf));
  CFRelease(certificate);
  CHECK_STATUS(SecCertificateSetPreference(leaf, friend, 1, NULL), errSecSuccess);
  CHECK_STATUS(SecCertificateCopyPreference(friend, 1, &certificate), errSecSuccess);
  CHECK(certificate && CFEqual(certificate, leaf));
  CFRelease(certificate);

  /* Passing an object of another type instead of a certificate is an error. The call does not remove the preference. */
  CHECK_STATUS(SecIdentitySetPreferred((SecIdentityRef)leaf, friend, NULL), errSecParam);
  CHECK_STATUS(SecCertificateSetPreferred((SecCertificateRef)kCFNull, friend, NULL), errSecParam);
  CHECK_STATUS(SecCertificateSetPreferred(NULL, NULL, NULL), errSecParam);
  CHECK_STATUS(SecCertificateSetPreferred(leaf, friend, (CFArrayRef)friend), errSecParam);
  CHECK_STATUS(SecIdentitySetPreference(NULL, friend, 0), errSecParam);
  CHECK_STATUS(SecIdentitySetPreference(identity, friend, 512), errSecParam);
  CHECK_STATUS(SecCertificateSetPreference(NULL, friend, 0, NULL), errSecParam);
  CHECK_STATUS(SecCertificateSetPreference(leaf, (CFStringRef)kCFNull, 0, NULL), errSecParam);
  CHECK_STATUS(SecIdentityCopyPreference(NULL, 0, NULL, &found), errSecParam);
  CHECK_STATUS(SecIdentityCopyPreference(friend, 0, (CFArrayRef)friend, &found), errSecParam);
  CHECK_STATUS(SecIdentityCopyPreference(friend, 0, NULL, NULL), errSecParam);
  CHECK_STATUS(SecCertificateCopyPreference(NULL, 0, &certificate), errSecParam);
  CHECK_STATUS(SecCertificateCopyPreference(friend, 0, NULL), errSecParam);
  CHECK(!SecIdentityCopyPreferred(NULL, NULL, NULL) && !SecCertificateCopyPreferred(NULL, NULL));
  CHECK(!SecIdentityCopyPreferred(inside, (CFArrayRef)friend, NULL));
  CHECK(!SecCertificateCopyPreferred(friend, (CFArrayRef)friend));
  CFRelease(signing);
  CFRelease(identity);
}

static void policies(void) {
  SecPolicyRef basic = SecPolicyCreateBasicX509();
  SecPolicyRef server = SecPolicyCreateSSL(true, CFSTR("example.org"));
  SecPolicyRef same = SecPolicyCreateSSL(true, CFSTR("example.org"));
  CHECK(CFGetTypeID(basic) == SecPolicyGetTypeID());
  CHECK(!CFEqual(basic, server) && CFEqual(server, same) && CFHash(server) == CFHash(same));
  CFDictionaryRef properties = SecPolicyCopyProperties(server);
  CHECK(is_text(CFDictionaryGetValue(properties, kSecPolicyName), "example.org"));
  CHECK(CFEqual(CFDictionaryGetValue(properties, kSecPolicyOid), kSecPolicyAppleSSL));
  SecPolicyRef made = SecPolicyCreateWithProperties(kSecPolicyAppleSSL, properties);
  CHECK(made && CFEqual(made, server));
  CFRelease(made);
  CFRelease(properties);
  CFRelease(same);
  CFRelease(server);
  CFRelease(basic);
  CHECK(!SecPolicyCreateSSL(true, (CFStringRef)kCFBooleanTrue));
  CHECK(!SecPolicyCreateRevocation(0));
  SecPolicyRef revocation = SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod);
  CHECK(revocation);
  CFRelease(revocation);
  CHECK(!SecPolicyCreateWithProperties(NULL, NULL));
  CHECK(!SecPolicyCreateWithProperties(CFSTR("1.2.3"), NULL));
  CHECK(!SecPolicyCopyProperties(NULL) && !SecPolicyCopyProperties((SecPolicyRef)kCFNull));
}

static SecTrustRef trust_for(SecCertificateRef leaf, SecCertificateRef authority,
                             CFStringRef host) {
  CFTypeRef chain[] = {leaf, authority};
  CFArrayRef certificates = CFArrayCreate(NULL, chain, 2, &kCFTypeArrayCallBacks);
  CFArrayRef anchors = CFArrayCreate(NULL, chain + 1, 1, &kCFTypeArrayCallBacks);
  SecPolicyRef policy = SecPolicyCreateSSL(true, host);
  SecTrustRef trust = NULL;
  CHECK_STATUS(SecTrustCreateWithCertificates(certificates, policy, &trust), errSecSuccess);
  CHECK_STATUS(SecTrustSetAnchorCertificates(trust, anchors), errSecSuccess);
  CFRelease(policy);
  CFRelease(anchors);
  CFRelease(certificates);
  return trust;
}

static void trusted(SecTrustRef trust, SecCertificateRef leaf, SecCertificateRef authority) {
  CHECK(CFGetTypeID(trust) == SecTrustGetTypeID());
  CFErrorRef error = (CFErrorRef)kCFNull;
  CHECK(SecTrustEvaluateWithError(trust, &error) && !error);
  SecTrustResultType result = kSecTrustResultInvalid;
  CHECK_STATUS(SecTrustEvaluate(trust, &result), errSecSuccess);
  CHECK(result == kSecTrustResultUnspecified);
  CHECK_STATUS(SecTrustGetTrustResult(trust, &result), errSecSuccess);
  CHECK(SecTrustGetCertificateCount(trust) == 2);
  SecCertificateRef first = SecTrustGetCertificateAtIndex(trust, 0);
  SecCertificateRef second = SecTrustGetCertificateAtIndex(trust, 1);
  CHECK(CFEqual(first, leaf) && CFEqual(second, authority));
  CHECK(SecTrustGetCertificateAtIndex(trust, 0) == first);
  CHECK(!SecTrustGetCertificateAtIndex(trust, 2) && !SecTrustGetCertificateAtIndex(trust, -1));
  CFArrayRef chain = SecTrustCopyCertificateChain(trust);
  CHECK(CFArrayGetCount(chain) == 2 && CFEqual(CFArrayGetValueAtIndex(chain, 1), authority));
  CFRelease(chain);
  SecKeyRef key = SecTrustCopyKey(trust), same = SecTrustCopyPublicKey(trust);
  CHECK(key && CFEqual(key, same));
  CFRelease(same);
  CFRelease(key);
  CHECK(!SecTrustCopyProperties(trust));
  CFArrayRef found = NULL;
  CHECK_STATUS(SecTrustCopyPolicies(trust, &found), errSecSuccess);
  CHECK(CFArrayGetCount(found) == 1 &&
        CFGetTypeID(CFArrayGetValueAtIndex(found, 0)) == SecPolicyGetTypeID());
  CFRelease(found);
  CHECK_STATUS(SecTrustCopyCustomAnchorCertificates(trust, &found), errSecSuccess);
  CHECK(CFArrayGetCount(found) == 1);
  CFRelease(found);
  Boolean is_allowed = true;
  CHECK_STATUS(SecTrustSetNetworkFetchAllowed(trust, false), errSecSuccess);
  CHECK_STATUS(SecTrustGetNetworkFetchAllowed(trust, &is_allowed), errSecSuccess);
  CHECK(!is_allowed);
  CHECK_STATUS(SecTrustSetAnchorCertificatesOnly(trust, true), errSecSuccess);
}

static void revocation(SecTrustRef trust) {
  CFDictionaryRef result = SecTrustCopyResult(trust);
  CHECK(result && CFDictionaryGetCount(result) == 3);
  CFNumberRef value = CFDictionaryGetValue(result, kSecTrustResultValue);
  int number = 0;
  CHECK(value && CFNumberGetValue(value, kCFNumberIntType, &number) && number == 5);
  CHECK(CFGetTypeID(CFDictionaryGetValue(result, kSecTrustEvaluationDate)) == CFDateGetTypeID());
  CFArrayRef details = CFDictionaryGetValue(result, kSecTrustResultDetails);
  CHECK(details && CFArrayGetCount(details) > 0);
  CHECK(CFDictionaryGetCount(CFArrayGetValueAtIndex(details, 0)) == 1);
  CFRelease(result);

  CFDataRef none = CFDataCreate(NULL, (const UInt8 *)"none", 4);
  CFArrayRef two = CFArrayCreate(NULL, (const void *[]){none, none}, 2, &kCFTypeArrayCallBacks);
  CHECK_STATUS(SecTrustSetOCSPResponse(trust, none), errSecSuccess);
  result = SecTrustCopyResult(trust);
  CHECK(CFDictionaryGetValue(result, kSecTrustRevocationChecked) == kCFBooleanFalse);
  CHECK(!CFDictionaryContainsKey(result, kSecTrustRevocationReason));
  CHECK(!CFDictionaryContainsKey(result, kSecTrustRevocationValidUntilDate));
  CFRelease(result);
  CHECK_STATUS(SecTrustSetOCSPResponse(trust, two), errSecSuccess);
  CHECK_STATUS(SecTrustSetOCSPResponse(trust, CFSTR("none")), errSecParam);
  CHECK_STATUS(SecTrustSetOCSPResponse(trust, NULL), errSecSuccess);
  CHECK_STATUS(SecTrustSetSignedCertificateTimestamps(trust, two), errSecUnimplemented);
  CHECK_STATUS(SecTrustSetSignedCertificateTimestamps(trust, NULL), errSecSuccess);
  CHECK_STATUS(SecTrustSetSignedCertificateTimestamps(trust, (CFArrayRef)none), errSecParam);
  CFRelease(two);
  CFRelease(none);
}

static void refused(SecTrustRef trust) {
  CFErrorRef error = NULL;
  CHECK(!SecTrustEvaluateWithError(trust, NULL));
  CHECK(!SecTrustEvaluateWithError(trust, &error));
  CHECK(error && CFErrorGetCode(error) == errSecHostNameMismatch);
  CFDictionaryRef details = CFErrorCopyUserInfo(error);
  CFErrorRef underlying = (CFErrorRef)CFDictionaryGetValue(details, kCFErrorUnderlyingErrorKey);
  CHECK(underlying && CFGetTypeID(underlying) == CFErrorGetTypeID());
  CFRelease(details);
  CFRelease(error);
  CFArrayRef properties = SecTrustCopyProperties(trust);
  CHECK(properties && CFArrayGetCount(properties) == 1);
  CFRelease(properties);
  revocation(trust);

  CFDataRef exceptions = SecTrustCopyExceptions(trust);
  CHECK(exceptions && SecTrustSetExceptions(trust, exceptions));
  CHECK(SecTrustEvaluateWithError(trust, NULL));
  CHECK(!SecTrustSetExceptions(trust, NULL));
  CHECK(!SecTrustEvaluateWithError(trust, NULL));
  CFRelease(exceptions);

  SecPolicyRef basic = SecPolicyCreateBasicX509();
  CHECK_STATUS(SecTrustSetPolicies(trust, basic), errSecSuccess);
  CHECK(SecTrustEvaluateWithError(trust, NULL));
  CFRelease(basic);
  CFDateRef past = CFDateCreate(NULL, 0);
  CHECK_STATUS(SecTrustSetVerifyDate(trust, past), errSecSuccess);
  CHECK(SecTrustGetVerifyTime(trust) == 0);
  CHECK(!SecTrustEvaluateWithError(trust, &error));
  CHECK(error && CFErrorGetCode(error) == errSecCertificateExpired);
  CFRelease(error);
  CFRelease(past);
}

static void asynchronous(SecTrustRef trust) {
  dispatch_queue_t queue = dispatch_queue_create("test", NULL);
  dispatch_semaphore_t done = dispatch_semaphore_create(0);
  CHECK_STATUS(SecTrustEvaluateAsyncWithError(
                   trust, queue,
                   ^(SecTrustRef judged, bool result, CFErrorRef error) {
                     CHECK(judged == trust && result && !error);
                     dispatch_semaphore_signal(done);
                   }),
               errSecSuccess);
  CHECK(dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 10000000000)) == 0);
  CHECK_STATUS(SecTrustEvaluateAsync(trust, queue,
                                     ^(SecTrustRef judged, SecTrustResultType result) {
                                       CHECK(judged == trust);
                                       CHECK(result == kSecTrustResultUnspecified);
                                       dispatch_semaphore_signal(done);
                                     }),
               errSecSuccess);
  CHECK(dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 10000000000)) == 0);
  CHECK_STATUS(SecTrustEvaluateAsync(trust, queue, NULL), errSecParam);
  CHECK_STATUS(SecTrustEvaluateAsyncWithError(NULL, queue, NULL), errSecParam);

  SecAddSharedWebCredential(CFSTR("example.org"), CFSTR("anna"), NULL, ^(CFErrorRef error) {
    CHECK(CFErrorGetCode(error) == errSecUnimplemented);
    dispatch_semaphore_signal(done);
  });
  CHECK(dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 10000000000)) == 0);
  SecRequestSharedWebCredential(NULL, NULL, ^(CFArrayRef credentials, CFErrorRef error) {
    CHECK(!credentials && CFErrorGetCode(error) == errSecUnimplemented);
    dispatch_semaphore_signal(done);
  });
  CHECK(dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 10000000000)) == 0);
  CFStringRef password = SecCreateSharedWebCredentialPassword();
  CHECK(CFStringGetLength(password) == 15);
  CFRelease(password);
  dispatch_release(done);
  dispatch_release(queue);
}

static void nonsense(CFTypeRef wrong) {
  SecCertificateRef certificate = (SecCertificateRef)wrong;
  SecTrustRef trust = (SecTrustRef)wrong;
  CFTypeRef result = NULL;
  CHECK(!SecCertificateCreateWithData(NULL, wrong) && !SecCertificateCopyData(certificate));
  CHECK(!SecCertificateCopySubjectSummary(certificate) && !SecCertificateCopyKey(certificate));
  CHECK_STATUS(SecCertificateCopyCommonName(certificate, (CFStringRef *)&result), errSecParam);
  CHECK_STATUS(SecCertificateCopyEmailAddresses(certificate, (CFArrayRef *)&result), errSecParam);
  CHECK_STATUS(SecCertificateCopyPublicKey(certificate, NULL), errSecParam);
  CHECK(!SecCertificateCopyNormalizedIssuerSequence(certificate));
  CHECK(!SecCertificateCopyNormalizedSubjectSequence(certificate));
  CFErrorRef error = NULL;
  CHECK(!SecCertificateCopySerialNumberData(certificate, &error));
  CHECK(error && CFErrorGetCode(error) == errSecParam);
  CFRelease(error);
  error = NULL;
  CHECK(!SecCertificateCopyValues(certificate, NULL, NULL));
  CHECK(!SecCertificateCopyValues(certificate, NULL, &error));
  CHECK(error && CFErrorGetCode(error) == errSecParam);
  CFRelease(error);
  CHECK(!SecCertificateCopyLongDescription(NULL, certificate, NULL));
  CHECK(!SecCertificateCopyShortDescription(NULL, certificate, NULL));
  CHECK(!SecCertificateCopyNormalizedIssuerContent(certificate, NULL));
  CHECK(!SecCertificateCopyNormalizedSubjectContent(certificate, NULL));
  CHECK(!SecCertificateCopyNotValidBeforeDate(certificate));
  CHECK(!SecCertificateCopyNotValidAfterDate(certificate));

  CSSM_DATA bytes = {1, NULL};
  CHECK_STATUS(SecCertificateGetData(certificate, &bytes), errSecParam);
  CHECK(bytes.Length == 0 && !bytes.Data);
  CSSM_CERT_TYPE type = CSSM_CERT_X_509v3;
  CHECK_STATUS(SecCertificateGetType(certificate, &type), errSecParam);
  CHECK(type == CSSM_CERT_UNKNOWN);
  const CSSM_X509_NAME none = {0, NULL}, *subject = &none, *issuer = &none;
  CHECK_STATUS(SecCertificateGetSubject(certificate, &subject), errSecParam);
  CHECK_STATUS(SecCertificateGetIssuer(certificate, &issuer), errSecParam);
  CHECK(!subject && !issuer);
  const CSSM_X509_ALGORITHM_IDENTIFIER *algorithm = NULL;
  CHECK_STATUS(SecCertificateGetAlgorithmID(certificate, &algorithm), errSecParam);
  CSSM_CL_HANDLE handle = 0;
  CHECK_STATUS(SecCertificateGetCLHandle(certificate, &handle), errSecParam);

  SecTrustRef made = NULL;
  CHECK_STATUS(SecTrustCreateWithCertificates(wrong, NULL, &made), errSecParam);
  CHECK(!made);
  CHECK_STATUS(SecTrustSetPolicies(trust, wrong), errSecParam);
  CHECK_STATUS(SecTrustCopyPolicies(trust, NULL), errSecParam);
  CHECK_STATUS(SecTrustSetAnchorCertificates(trust, NULL), errSecParam);
  CHECK_STATUS(SecTrustSetAnchorCertificatesOnly(trust, true), errSecParam);
  CHECK_STATUS(SecTrustCopyCustomAnchorCertificates(trust, NULL), errSecParam);
  CHECK_STATUS(SecTrustSetVerifyDate(trust, NULL), errSecParam);
  CHECK(SecTrustGetVerifyTime(trust) == 0);
  CHECK_STATUS(SecTrustSetNetworkFetchAllowed(trust, true), errSecParam);
  CHECK_STATUS(SecTrustGetNetworkFetchAllowed(trust, NULL), errSecParam);
  CHECK(!SecTrustSetExceptions(trust, NULL) && !SecTrustCopyExceptions(trust));
  CHECK(!SecTrustEvaluateWithError(trust, &error));
  CHECK(error && CFErrorGetCode(error) == errSecParam);
  CFRelease(error);
  CHECK_STATUS(SecTrustEvaluate(trust, NULL), errSecParam);
  CHECK_STATUS(SecTrustGetTrustResult(trust, NULL), errSecParam);
  CHECK(!SecTrustCopyCertificateChain(trust) && SecTrustGetCertificateCount(trust) == 0);
  CHECK(!SecTrustGetCertificateAtIndex(trust, 0) && !SecTrustCopyKey(trust));
  CHECK(!SecTrustCopyProperties(trust));
  CHECK(!SecTrustCopyResult(trust));
  CHECK_STATUS(SecTrustSetOCSPResponse(trust, NULL), errSecParam);
  CHECK_STATUS(SecTrustSetSignedCertificateTimestamps(trust, NULL), errSecParam);
}

int main(int count, char **paths) {
  if (count != 5) return 2;
  CFDataRef der = file(paths[1]), authority_der = file(paths[2]), pem = file(paths[3]);
  SecCertificateRef leaf = SecCertificateCreateWithData(NULL, der);
  SecCertificateRef authority = SecCertificateCreateWithData(NULL, authority_der);
  SecKeyRef key = (SecKeyRef)import(pem, NULL, errSecSuccess, kSecItemTypePrivateKey);
  if (!leaf || !authority || !key) return 2;
  certificates(leaf, der);
  contents(leaf);
  structures(leaf, der);
  import_and_export(leaf, key, paths[4]);
  identities(leaf, authority, key);
  pkcs12(leaf, key);
  stored(leaf, key);
  preferences(leaf, authority);
  policies();
  SecTrustRef trust = trust_for(leaf, authority, CFSTR("example.org"));
  trusted(trust, leaf, authority);
  asynchronous(trust);
  CFRelease(trust);
  trust = trust_for(leaf, authority, CFSTR("example.com"));
  refused(trust);
  CFRelease(trust);
  nonsense(NULL);
  nonsense(kSecClass);
  CFTypeRef all[] = {der, authority_der, pem, leaf, authority, key};
  for (size_t index = 0; index < sizeof all / sizeof *all; index++) CFRelease(all[index]);
  return report();
}
