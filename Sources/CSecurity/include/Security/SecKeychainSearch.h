#ifndef SECURITY_SECKEYCHAINSEARCH_H
#define SECURITY_SECKEYCHAINSEARCH_H

/* Searching for password items by the older functions. */

#include <Security/SecBase.h>
#include <Security/SecKeychainItem.h>

CF_EXTERN_C_BEGIN

/** Returns the type of searches. */
extern CFTypeID SecKeychainSearchGetTypeID(void);

/** Begins a search; the caller releases it.

    @param keychainOrArray NULL for the default keychain.
    @param itemClass kSecGenericPasswordItemClass or kSecInternetPasswordItemClass.
    @param attrList What the items must have; NULL for nothing.
    @return errSecSuccess; errSecNoSuchClass; errSecNoSuchAttr; errSecNoSuchKeychain; errSecParam. */
extern OSStatus SecKeychainSearchCreateFromAttributes(CFTypeRef keychainOrArray,
                                                      SecItemClass itemClass,
                                                      const SecKeychainAttributeList *attrList,
                                                      SecKeychainSearchRef *searchRef);

/** Finds the next item; the caller releases it.

    @return errSecSuccess; errSecItemNotFound after the last. */
extern OSStatus SecKeychainSearchCopyNext(SecKeychainSearchRef searchRef,
                                          SecKeychainItemRef *itemRef);

CF_EXTERN_C_END

#endif
