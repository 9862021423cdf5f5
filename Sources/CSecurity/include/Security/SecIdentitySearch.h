#ifndef SECURITY_SECIDENTITYSEARCH_H
#define SECURITY_SECIDENTITYSEARCH_H

/* Searching for identities with the oldest functions. SecItemCopyMatching with kSecClassIdentity has more options. */

#include <Security/SecBase.h>
#include <Security/cssmtype.h>

CF_EXTERN_C_BEGIN

/** The state of a search for identities. */
typedef struct OpaqueSecIdentitySearchRef *SecIdentitySearchRef;

/** Returns the type of searches for identities. */
extern CFTypeID SecIdentitySearchGetTypeID(void);

/** Starts a search for identities. The caller must release the search.

    @param keychainOrArray NULL for the default keychain.
    @param keyUsage The required uses of the private keys; 0 or CSSM_KEYUSE_ANY for any use.
    @param searchRef Receives the search, even if nothing matches.
    @return errSecSuccess; errSecNoSuchKeychain; errSecInvalidKeychain if the object is not a keychain; errSecParam
    for unknown uses and for NULL; otherwise the statuses of SecItemCopyMatching. */
extern OSStatus SecIdentitySearchCreate(CFTypeRef keychainOrArray, CSSM_KEYUSE keyUsage,
                                        SecIdentitySearchRef *searchRef);

/** Finds the next identity. The caller must release the identity.

    @return errSecSuccess; errSecItemNotFound after the last identity; errSecParam for NULL and other objects. */
extern OSStatus SecIdentitySearchCopyNext(SecIdentitySearchRef searchRef, SecIdentityRef *identity);

CF_EXTERN_C_END

#endif
