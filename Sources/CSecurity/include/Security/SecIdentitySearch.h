#ifndef SECURITY_SECIDENTITYSEARCH_H
#define SECURITY_SECIDENTITYSEARCH_H

/* Searching for identities by the oldest functions. SecItemCopyMatching with kSecClassIdentity does more. */

#include <Security/SecBase.h>
#include <Security/cssmtype.h>

CF_EXTERN_C_BEGIN

/** The state of a search for identities. */
typedef struct OpaqueSecIdentitySearchRef *SecIdentitySearchRef;

/** Returns the type of searches for identities. */
extern CFTypeID SecIdentitySearchGetTypeID(void);

/** Begins a search; the caller releases it.

    @param keychainOrArray NULL for the default keychain.
    @param keyUsage What the private keys must be for; 0 or CSSM_KEYUSE_ANY for everything.
    @param searchRef Receives the search, also where nothing is found.
    @return errSecSuccess; errSecNoSuchKeychain; errSecInvalidKeychain for what is no keychain; errSecParam for
    other uses and for NULL; otherwise as SecItemCopyMatching. */
extern OSStatus SecIdentitySearchCreate(CFTypeRef keychainOrArray, CSSM_KEYUSE keyUsage,
                                        SecIdentitySearchRef *searchRef);

/** Finds the next identity; the caller releases it.

    @return errSecSuccess; errSecItemNotFound after the last; errSecParam for NULL and other objects. */
extern OSStatus SecIdentitySearchCopyNext(SecIdentitySearchRef searchRef, SecIdentityRef *identity);

CF_EXTERN_C_END

#endif
