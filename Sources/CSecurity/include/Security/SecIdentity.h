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

CF_EXTERN_C_END

#endif
