#ifndef SECURITY_SECIDENTITY_H
#define SECURITY_SECIDENTITY_H

/* Identities: certificates with their private keys. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** Returns the type of identities. */
extern CFTypeID SecIdentityGetTypeID(void);

/** Joins a certificate and its private key; the caller releases the identity.

    @param allocator Ignored; pass NULL.
    @return NULL when the key is not that of the certificate. */
extern SecIdentityRef SecIdentityCreate(CFAllocatorRef allocator, SecCertificateRef certificate,
                                        SecKeyRef privateKey);

/** Finds the certificate of an identity; the caller releases it.

    @return errSecSuccess; errSecParam for what is no identity. */
extern OSStatus SecIdentityCopyCertificate(SecIdentityRef identity, SecCertificateRef *certificate);

/** Finds the private key of an identity; the caller releases it.

    @return errSecSuccess; errSecParam for what is no identity. */
extern OSStatus SecIdentityCopyPrivateKey(SecIdentityRef identity, SecKeyRef *privateKey);

/** Joins a certificate, stored or not, and its private key in the keychain; the caller releases the
    identity.

    @param keychainOrArray NULL for the default keychain.
    @return errSecSuccess; errSecItemNotFound when the private key is not there; errSecNoSuchKeychain;
    errSecParam for what is no certificate; otherwise as SecItemCopyMatching. */
extern OSStatus SecIdentityCreateWithCertificate(CFTypeRef keychainOrArray,
                                                 SecCertificateRef certificateRef,
                                                 SecIdentityRef *identityRef);

/** Remembers which identity a person prefers for a service, as a generic password without a secret.

    @param identity An identity in the keychain; NULL to prefer none any more.
    @param name A URL, which stands for all below it when it ends with a slash; an address for mail; a host;
    "*." and a domain for every host in it; or any other text.
    @param keyUsage What the key is for, an array of kSecAttrCan…; NULL or empty for everything.
    @return errSecSuccess; errSecItemNotFound when the identity is not in the keychain, or there is no
    preference to remove; errSecParam; otherwise as SecItemAdd, SecItemUpdate and SecItemDelete. */
extern OSStatus SecIdentitySetPreferred(SecIdentityRef identity, CFStringRef name,
                                        CFArrayRef keyUsage);

/** Finds the identity that is preferred for a service; the caller releases it. A preference for the name
    itself decides, then one for a URL that covers it, for its host, for a domain.

    @param keyUsage An array of kSecAttrCan…; NULL or empty when it does not matter.
    @param validIssuers Names in DER, as kSecMatchIssuers has them; NULL or empty for any.
    @return NULL when there is none. */
extern SecIdentityRef SecIdentityCopyPreferred(CFStringRef name, CFArrayRef keyUsage,
                                               CFArrayRef validIssuers);

/** SecIdentitySetPreferred in its older form.

    @param keyUsage A sum: 1 encrypt, 2 decrypt, 4 sign, 8 verify, 16 and 32 the same with recovery, 64 wrap,
    128 unwrap, 256 derive; 0 or 0x80000000 for everything.
    @return As SecIdentitySetPreferred; errSecParam for other numbers. */
extern OSStatus SecIdentitySetPreference(SecIdentityRef identity, CFStringRef name,
                                         UInt32 keyUsage);

/** SecIdentityCopyPreferred in its older form.

    @param keyUsage As in SecIdentitySetPreference; 0 when it does not matter.
    @return errSecSuccess; errSecItemNotFound when there is none; errSecParam; otherwise as
    SecItemCopyMatching. */
extern OSStatus SecIdentityCopyPreference(CFStringRef name, UInt32 keyUsage, CFArrayRef validIssuers,
                                          SecIdentityRef *identity);

CF_EXTERN_C_END

#endif
