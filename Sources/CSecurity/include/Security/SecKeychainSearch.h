#ifndef SECURITY_SECKEYCHAINSEARCH_H
#define SECURITY_SECKEYCHAINSEARCH_H

/* Searching for password items with the older functions. */

#include <Security/SecBase.h>
#include <Security/SecKeychainItem.h>

CF_EXTERN_C_BEGIN

/** Returns the type of searches. */
extern CFTypeID SecKeychainSearchGetTypeID(void);

/** Starts a search for password items. The caller must release the search.

    @param keychainOrArray NULL for the default keychain.
    @param itemClass kSecGenericPasswordItemClass or kSecInternetPasswordItemClass.
    @param attrList The required attributes; NULL for none.
    @return errSecSuccess; errSecNoSuchClass; errSecNoSuchAttr; errSecNoSuchKeychain; errSecParam. */
extern OSStatus SecKeychainSearchCreateFromAttributes(CFTypeRef keychainOrArray,
                                                      SecItemClass itemClass,
                                                      const SecKeychainAttributeList *attrList,
                                                      SecKeychainSearchRef *searchRef);

/** Finds the next item. The caller must release the item.

    @return errSecSuccess; errSecItemNotFound after the last item. */
extern OSStatus SecKeychainSearchCopyNext(SecKeychainSearchRef searchRef,
                                          SecKeychainItemRef *itemRef);

CF_EXTERN_C_END

#endif
