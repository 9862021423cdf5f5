/* Makes the items of a store that later builds must open, and uses the items of such a store.

     earlier_store make [passcode]    Adds the items.
     earlier_store use [passcode]     Reads, changes, deletes and adds each item.
     earlier_store make-more          Adds an item of 200 KiB, and one item for each accessibility.
     earlier_store use-more           Reads, changes, deletes and adds each of these items.

   With `passcode`, the store has a passcode, and also has an item that requires the presence of the user.
   The pinentry answers each question with the right password. CERTIFICATE is the path of a certificate in DER.
   REFERENCE is the path of a file with the persistent reference of the deleted item. An identity with the label
   `identity` must exist: scripts/make-earlier-store imports it. */
#include "check.h"

#include <stdlib.h>

struct sample {
  const char *name;
  Boolean is_internet, is_synchronizable, needs_passcode;
  SecAccessControlCreateFlags control;
  const CFStringRef *accessible;
};

static const struct sample samples[] = {
    {"generic", false, false, false, 0, NULL},
    {"internet", true, false, false, 0, NULL},
    {"synchronizable", false, true, false, 0, NULL},
    {"with password", false, false, false, kSecAccessControlApplicationPassword, NULL},
    {"with presence", false, false, true, kSecAccessControlUserPresence, NULL},
};
static const struct sample deleted = {"deleted", false, true, false, 0, NULL};

/* A store keeps a secret of this size in chunks. */
static const struct sample large = {"large", false, false, false, 0, NULL};
static char large_secret[200 * 1024 + 1];

static const struct sample accessibilities[] = {
    {"when unlocked", false, false, false, 0, &kSecAttrAccessibleWhenUnlocked},
    {"after first unlock", false, false, false, 0, &kSecAttrAccessibleAfterFirstUnlock},
    {"always", false, false, false, 0, &kSecAttrAccessibleAlways},
    {"when passcode set, here", false, false, true, 0, &kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly},
    {"when unlocked, here", false, false, false, 0, &kSecAttrAccessibleWhenUnlockedThisDeviceOnly},
    {"after first unlock, here", false, false, false, 0, &kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly},
    {"always, here", false, false, false, 0, &kSecAttrAccessibleAlwaysThisDeviceOnly},
};

static CFMutableDictionaryRef in_login(CFStringRef class) {
  CFMutableDictionaryRef query = dictionary();
  CFDictionarySetValue(query, kSecClass, class);
  CFDictionarySetValue(query, kSecAttrAccessGroup, CFSTR("login"));
  return query;
}

static CFMutableDictionaryRef query_of(const struct sample *sample) {
  CFMutableDictionaryRef query =
      in_login(sample->is_internet ? kSecClassInternetPassword : kSecClassGenericPassword);
  put(query, sample->is_internet ? kSecAttrServer : kSecAttrService, string(sample->name));
  CFDictionarySetValue(query, kSecAttrAccount, CFSTR("anna"));
  if (sample->is_synchronizable) CFDictionarySetValue(query, kSecAttrSynchronizable, kCFBooleanTrue);
  return query;
}

static CFTypeRef find(CFMutableDictionaryRef query, CFStringRef kind) {
  CFMutableDictionaryRef search = CFDictionaryCreateMutableCopy(NULL, 0, query);
  CFDictionarySetValue(search, kind, kCFBooleanTrue);
  CFTypeRef found = NULL;
  OSStatus status = SecItemCopyMatching(search, &found);
  if (status != errSecSuccess) fprintf(stderr, "find: %d\n", (int)status);
  CFRelease(search);
  return found;
}

static Boolean has_secret(const struct sample *sample, const char *secret) {
  CFMutableDictionaryRef query = query_of(sample);
  CFTypeRef found = find(query, kSecReturnData);
  Boolean result = is_data(found, secret);
  if (found) CFRelease(found);
  found = find(query, kSecReturnAttributes);
  result = result && found && is_text(CFDictionaryGetValue(found, kSecAttrComment), sample->name);
  if (sample->accessible)
    result = result && found && CFEqual(CFDictionaryGetValue(found, kSecAttrAccessible), *sample->accessible);
  if (found) CFRelease(found);
  CFRelease(query);
  return result;
}

static void add(const struct sample *sample, const char *secret) {
  CFMutableDictionaryRef item = query_of(sample);
  put(item, kSecValueData, data(secret));
  put(item, kSecAttrComment, string(sample->name));
  if (sample->control)
    put(item, kSecAttrAccessControl,
        SecAccessControlCreateWithFlags(NULL, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, sample->control, NULL));
  if (sample->accessible) CFDictionarySetValue(item, kSecAttrAccessible, *sample->accessible);
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
}

static void update(CFMutableDictionaryRef query, CFStringRef key, CFTypeRef value) {
  CFMutableDictionaryRef change = dictionary();
  put(change, key, value);
  CHECK_STATUS(SecItemUpdate(query, change), errSecSuccess);
  CFRelease(change);
}

static void delete(CFMutableDictionaryRef query) {
  CHECK_STATUS(SecItemDelete(query), errSecSuccess);
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecItemNotFound);
}

static void use_password(const struct sample *sample, const char *secret) {
  CHECK(has_secret(sample, secret));
  CFMutableDictionaryRef query = query_of(sample);
  update(query, kSecValueData, data("changed"));
  CHECK(has_secret(sample, "changed"));
  delete(query);
  add(sample, "added");
  CHECK(has_secret(sample, "added"));
  CFRelease(query);
}

/* The tombstone of a deleted item keeps the persistent reference for an item that is added again. */
static CFDataRef reference_of_deleted(void) {
  CFMutableDictionaryRef query = query_of(&deleted);
  CFTypeRef found = find(query, kSecReturnPersistentRef);
  CFRelease(query);
  return found;
}

static void make_tombstone(void) {
  add(&deleted, "secret");
  CFDataRef reference = reference_of_deleted();
  FILE *file = fopen(getenv("REFERENCE"), "wb");
  fwrite(CFDataGetBytePtr(reference), 1, (size_t)CFDataGetLength(reference), file);
  CHECK(fclose(file) == 0);
  CFRelease(reference);
  CFMutableDictionaryRef query = query_of(&deleted);
  delete(query);
  CFRelease(query);
}

static CFDataRef content(const char *variable) {
  static UInt8 buffer[1 << 16];
  FILE *file = fopen(getenv(variable), "rb");
  size_t count = file ? fread(buffer, 1, sizeof buffer, file) : 0;
  if (file) fclose(file);
  return CFDataCreate(NULL, buffer, (CFIndex)count);
}

static void use_tombstone(void) {
  CFMutableDictionaryRef query = query_of(&deleted);
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecItemNotFound);
  CFRelease(query);
  add(&deleted, "added");
  CHECK(has_secret(&deleted, "added"));
  CFDataRef reference = reference_of_deleted(), expected = content("REFERENCE");
  CHECK(reference && CFEqual(reference, expected));
  if (reference) CFRelease(reference);
  CFRelease(expected);
}

static CFMutableDictionaryRef query_of_certificate(void) {
  CFMutableDictionaryRef query = in_login(kSecClassCertificate);
  CFDictionarySetValue(query, kSecAttrLabel, CFSTR("certificate"));
  return query;
}

static void add_certificate(void) {
  CFDataRef der = content("CERTIFICATE");
  CFMutableDictionaryRef item = query_of_certificate();
  put(item, kSecValueRef, SecCertificateCreateWithData(NULL, der));
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
  CFRelease(der);
}

static void use_certificate(void) {
  CFMutableDictionaryRef query = query_of_certificate();
  CFTypeRef found = find(query, kSecReturnData);
  CFDataRef der = content("CERTIFICATE");
  CHECK(found && CFEqual(found, der));
  if (found) CFRelease(found);
  CFRelease(der);
  update(query, kSecAttrLabel, string("changed"));
  CFDictionarySetValue(query, kSecAttrLabel, CFSTR("changed"));
  delete(query);
  CFRelease(query);
  add_certificate();
}

static CFMutableDictionaryRef query_of_key(void) {
  CFMutableDictionaryRef query = in_login(kSecClassKey);
  put(query, kSecAttrApplicationTag, data("key"));
  return query;
}

static void make_key(void) {
  CFMutableDictionaryRef attributes = query_of_key(), parameters = dictionary();
  CFDictionaryRemoveValue(attributes, kSecClass);
  CFDictionarySetValue(attributes, kSecAttrIsPermanent, kCFBooleanTrue);
  CFDictionarySetValue(parameters, kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom);
  int size = 256;
  put(parameters, kSecAttrKeySizeInBits, CFNumberCreate(NULL, kCFNumberIntType, &size));
  put(parameters, kSecPrivateKeyAttrs, attributes);
  SecKeyRef key = SecKeyCreateRandomKey(parameters, NULL);
  CHECK(key);
  if (key) CFRelease(key);
  CFRelease(parameters);
}

/* The public key verifies a signature of the private key. */
static void check_pair(SecKeyRef private, SecKeyRef public) {
  SecKeyAlgorithm algorithm = kSecKeyAlgorithmECDSASignatureMessageX962SHA256;
  CFDataRef message = data("message");
  CFDataRef signature = private ? SecKeyCreateSignature(private, algorithm, message, NULL) : NULL;
  CHECK(signature && public && SecKeyVerifySignature(public, algorithm, message, signature, NULL));
  if (signature) CFRelease(signature);
  CFRelease(message);
}

static void use_key(void) {
  CFMutableDictionaryRef query = query_of_key();
  SecKeyRef key = (SecKeyRef)find(query, kSecReturnRef);
  CHECK(key);
  if (key) {
    SecKeyRef public = SecKeyCopyPublicKey(key);
    check_pair(key, public);
    if (public) CFRelease(public);
    CFRelease(key);
  }
  update(query, kSecAttrLabel, string("changed"));
  delete(query);
  CFRelease(query);
  make_key();
}

static void check_identity(SecIdentityRef identity) {
  SecKeyRef private = NULL;
  SecCertificateRef certificate = NULL;
  CHECK_STATUS(SecIdentityCopyPrivateKey(identity, &private), errSecSuccess);
  CHECK_STATUS(SecIdentityCopyCertificate(identity, &certificate), errSecSuccess);
  SecKeyRef public = certificate ? SecCertificateCopyKey(certificate) : NULL;
  check_pair(private, public);
  if (public) CFRelease(public);
  if (certificate) CFRelease(certificate);
  if (private) CFRelease(private);
}

static void use_identity(void) {
  CFMutableDictionaryRef query = in_login(kSecClassIdentity);
  CFDictionarySetValue(query, kSecAttrLabel, CFSTR("identity"));
  SecIdentityRef identity = (SecIdentityRef)find(query, kSecReturnRef);
  CHECK(identity);
  if (!identity) return;
  check_identity(identity);
  update(query, kSecAttrLabel, string("changed"));
  CFDictionarySetValue(query, kSecAttrLabel, CFSTR("changed"));
  delete(query);
  CFMutableDictionaryRef item = dictionary();
  CFDictionarySetValue(item, kSecValueRef, identity);
  CFDictionarySetValue(item, kSecAttrLabel, CFSTR("identity"));
  CFDictionarySetValue(item, kSecAttrAccessGroup, CFSTR("login"));
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
  CFRelease(identity);
  CFDictionarySetValue(query, kSecAttrLabel, CFSTR("identity"));
  identity = (SecIdentityRef)find(query, kSecReturnRef);
  CHECK(identity);
  if (identity) {
    check_identity(identity);
    CFRelease(identity);
  }
  CFRelease(query);
}

static void make_more(void) {
  add(&large, large_secret);
  for (size_t index = 0; index < sizeof accessibilities / sizeof accessibilities[0]; index++)
    add(&accessibilities[index], "secret");
}

static void use_more(void) {
  use_password(&large, large_secret);
  for (size_t index = 0; index < sizeof accessibilities / sizeof accessibilities[0]; index++)
    use_password(&accessibilities[index], "secret");
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  for (size_t index = 0; index + 1 < sizeof large_secret; index++) large_secret[index] = (char)('a' + index % 23);
  if (strcmp(arguments[1], "make-more") == 0) {
    make_more();
    return report();
  }
  if (strcmp(arguments[1], "use-more") == 0) {
    use_more();
    return report();
  }
  Boolean makes = strcmp(arguments[1], "make") == 0, has_passcode = count > 2;
  for (size_t index = 0; index < sizeof samples / sizeof samples[0]; index++) {
    const struct sample *sample = &samples[index];
    if (sample->needs_passcode && !has_passcode) continue;
    if (makes)
      add(sample, "secret");
    else
      use_password(sample, "secret");
  }
  if (makes) {
    make_tombstone();
    make_key();
    add_certificate();
  } else {
    use_tombstone();
    use_key();
    use_certificate();
    use_identity();
  }
  return report();
}
