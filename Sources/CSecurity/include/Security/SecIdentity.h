#ifndef SECURITY_SECIDENTITY_H
#define SECURITY_SECIDENTITY_H

/* Identities: certificates with their private keys. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** Returns the type of identities. */
extern CFTypeID SecIdentityGetTypeID(void);

/** Makes an identity from a certificate and its private key. The caller must release the identity.

    @param allocator Ignored; pass NULL.
    @return The identity; NULL if the key does not belong to the certificate. */
extern SecIdentityRef SecIdentityCreate(CFAllocatorRef allocator, SecCertificateRef certificate,
                                        SecKeyRef privateKey);

/** Finds the certificate of an identity. The caller must release the certificate.

    @return errSecSuccess; errSecParam if the object is not an identity. */
extern OSStatus SecIdentityCopyCertificate(SecIdentityRef identity, SecCertificateRef *certificate);

/** Finds the private key of an identity. The caller must release the key.

    @return errSecSuccess; errSecParam if the object is not an identity. */
extern OSStatus SecIdentityCopyPrivateKey(SecIdentityRef identity, SecKeyRef *privateKey);

/** Makes an identity from a certificate and its private key in the keychain. The certificate itself need not be
    stored. The caller must release the identity.

    @param keychainOrArray NULL for the default keychain.
    @return errSecSuccess; errSecItemNotFound if the private key is not in the keychain; errSecNoSuchKeychain;
    errSecParam if the object is not a certificate; otherwise the statuses of SecItemCopyMatching. */
extern OSStatus SecIdentityCreateWithCertificate(CFTypeRef keychainOrArray,
                                                 SecCertificateRef certificateRef,
                                                 SecIdentityRef *identityRef);

/** Stores the user's preferred identity for a service, as a generic password without a secret.

    @param identity An identity in the keychain; NULL removes the preference.
    @param name A URL, a mail address, a host, or any other text. The name "*.example.org" applies to every host in the
    domain example.org. A URL that ends with a slash applies to all URLs that begin with this URL.
    @param keyUsage An array of kSecAttrCan… constants: the uses of the key that the preference applies to. NULL or an
    empty array means all uses.
    @return errSecSuccess; errSecItemNotFound if the identity is not in the keychain, or if there is no preference to
    remove; errSecParam; otherwise the statuses of SecItemAdd, SecItemUpdate and SecItemDelete. */
extern OSStatus SecIdentitySetPreferred(SecIdentityRef identity, CFStringRef name,
                                        CFArrayRef keyUsage);

/** Finds the preferred identity for a service. The caller must release the identity. The function searches for a
    preference in this order: for the name itself, for a shorter URL that ends with a slash and with which the name
    begins, for the host of the name, and for a domain of this host.

    @param keyUsage An array of kSecAttrCan… constants; NULL or empty for any use.
    @param validIssuers Names in DER, in the form that kSecMatchIssuers takes; NULL or empty for any issuer.
    @return The identity; NULL if no identity is found. */
extern SecIdentityRef SecIdentityCopyPreferred(CFStringRef name, CFArrayRef keyUsage,
                                               CFArrayRef validIssuers);

/** Stores the user's preferred identity for a service. This is an older form of SecIdentitySetPreferred.

    @param keyUsage A sum of numbers: 1 encrypt, 2 decrypt, 4 sign, 8 verify, 16 sign with recovery, 32 verify with
    recovery, 64 wrap, 128 unwrap, 256 derive. 0 or 0x80000000 means all uses.
    @return The same statuses as SecIdentitySetPreferred; errSecParam for other numbers. */
extern OSStatus SecIdentitySetPreference(SecIdentityRef identity, CFStringRef name,
                                         UInt32 keyUsage);

/** Finds the preferred identity for a service. This is an older form of SecIdentityCopyPreferred.

    @param keyUsage The required uses, as in SecIdentitySetPreference; 0 for any use.
    @return errSecSuccess; errSecItemNotFound if no identity is found; errSecParam; otherwise the statuses of
    SecItemCopyMatching. */
extern OSStatus SecIdentityCopyPreference(CFStringRef name, UInt32 keyUsage, CFArrayRef validIssuers,
                                          SecIdentityRef *identity);

CF_EXTERN_C_END

#endif
