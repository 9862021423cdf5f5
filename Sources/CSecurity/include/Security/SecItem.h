#ifndef SECURITY_SECITEM_H
#define SECURITY_SECITEM_H

/* Items: adding, finding, changing and deleting them. */

#include <Security/SecBase.h>
#include <Security/SecItemConstants.h>

CF_EXTERN_C_BEGIN

/** Adds an item.

    @param attributes The class, the attributes and the secret. The secret is kSecValueData: data, or a string, which is
    stored as UTF-8.
    @param result Receives the results that the kSecReturn... keys request. The caller must release the results.
    Receives NULL if the dictionary has no kSecReturn... key or if the call fails. Pass NULL to ignore the results.
    @return errSecSuccess; errSecDuplicateItem if an equal item exists; errSecParam if `attributes` is NULL, if the
    dictionary contains NULL, an unknown key or an object of a wrong type, or if the dictionary has no class;
    errSecNoSuchAttr; errSecNoSuchClass; errSecMissingEntitlement if the access group does not belong to the program;
    errSecDataTooLarge; errSecInteractionNotAllowed if the protection class of the item is locked; errSecNotAvailable,
    errSecReadOnly or errSecIO if the store cannot be written. */
extern OSStatus SecItemAdd(CFDictionaryRef attributes, CFTypeRef *result);

/** Finds items. The function returns one item, or as many as kSecMatchLimit permits. Items are in the order of their
    creation.

    @param query The attributes and options of the search. The kSecReturn... keys select the results.
    @param result Receives the result, which the caller must release. With one kSecReturn... key, the result for an item
    is a value. With several such keys, the result for an item is a dictionary. If the limit is not one, the function
    returns an array of these results. Receives NULL if there is no result. Pass NULL to find out only whether an item
    matches.
    @return errSecSuccess; errSecItemNotFound if no item matches; otherwise the statuses of SecItemAdd. */
extern OSStatus SecItemCopyMatching(CFDictionaryRef query, CFTypeRef *result);

/** Changes every item that a query finds. If the function fails, it changes no item.

    @param query The items to change.
    @param attributesToUpdate The new values. kSecClass is permitted only with the class of the query.
    @return errSecSuccess; errSecItemNotFound if no item matches; errSecDuplicateItem if an item would equal another
    item; otherwise the statuses of SecItemAdd. */
extern OSStatus SecItemUpdate(CFDictionaryRef query, CFDictionaryRef attributesToUpdate);

/** Deletes every item that a query finds.

    @param query The items to delete.
    @return errSecSuccess; errSecItemNotFound if no item matches; otherwise the statuses of SecItemAdd. */
extern OSStatus SecItemDelete(CFDictionaryRef query);

CF_EXTERN_C_END

#endif
