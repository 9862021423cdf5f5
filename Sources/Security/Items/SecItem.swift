public import Foundation
import Keychain
import KeychainModel

/// Adds an item to the keychain.
///
/// The dictionary names the class (`kSecClass`), the attributes and the secret (`kSecValueData`,
/// optional, up to 64 MiB; a string is stored as UTF-8). Attributes are up to 1 MiB each. Without
/// `kSecAttrAccessible` the item is `kSecAttrAccessibleWhenUnlocked`; without
/// `kSecAttrAccessGroup` it goes to the first of the program's access groups. Match keys are
/// ignored.
///
/// A `SecKey`, `SecCertificate` or `SecIdentity` as `kSecValueRef` says the class, the attributes and the
/// data, where the dictionary does not say them itself. An identity is stored as its certificate and its
/// key, each with the attributes of the dictionary; one of them may be there already. Several objects in an
/// array as `kSecUseItemList` are added together, all or none; the result is then an array. A certificate may
/// also be given as DER in `kSecValueData`.
///
/// - Parameters:
///   - attributes: The item.
///   - result: Receives what the `kSecReturn…` keys ask for, or nil when they ask for nothing or
///     the add fails. Pass nil to ignore it.
/// - Returns: `errSecSuccess`;
///   `errSecDuplicateItem` when an item with the same uniqueness key is there (for generic
///   passwords service, account, group and synchronizable; for internet passwords server,
///   account, security domain, protocol, authentication type, port, path, group and
///   synchronizable; for keys class and type of the key, application label, tag, creator, both sizes,
///   both dates, group and synchronizable; for certificates type, issuer, serial number, group and
///   synchronizable);
///   `errSecParam` for a value of a wrong type, an unknown key, no class, a reference to an item that is
///   there, a collection as a key or one that contains itself, and a string with half of a character;
///   `errSecNoSuchAttr` for an attribute that the class does not have;
///   `errSecNoSuchClass` for an unknown class;
///   `errSecMissingEntitlement` for an access group that is not the program's;
///   `errSecDataTooLarge` for a value above the limits;
///   `errSecDecode` for a number that is not a 64-bit integer;
///   `errSecInteractionNotAllowed` when the item's class, or that of an equal item, is locked;
///   `errSecNotAvailable` when the store cannot be used, or when an accessibility that needs a
///   passcode is asked for and none is set;
///   `errSecReadOnly`, `errSecIO`, `errSecAllocate` when writing fails so;
///   `errSecAuthFailed` for an access control that nothing can satisfy;
///   `errSecInternal` for an identity without an object.
@discardableResult
public func SecItemAdd(
  _ attributes: CFDictionary?, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  result?.pointee = nil
  return Status.of { () throws(KeychainError) in
    let attributes = try Status.require(attributes)
    let context = try KeychainContext.resolve()
    let (request, shape, options) = try ItemRequest.add(parsing: attributes, as: context.caller)
    let items = try context.perform(request, options)
    if let result { result.pointee = shape.result(ofAdd: items) }
  }
}

/// Finds items.
///
/// Every attribute in the dictionary must be equal, byte for byte. Local items are found unless
/// `kSecAttrSynchronizable` says otherwise or a reference names the item. One item is returned
/// unless `kSecMatchLimit` says otherwise, the earliest created first. A program without entitlements finds
/// the items of its own groups before those of `login`.
///
/// `kSecReturnRef` gives a `SecKeychainItem` for a password, a `SecKey`, `SecCertificate` or `SecIdentity` for
/// the others; none for an item whose data are no key of its class and type, or no certificate. Such an object
/// as `kSecValueRef` or in an item list finds the items that hold it.
///
/// An identity is a private key with a certificate whose `kSecAttrPublicKeyHash` is its
/// `kSecAttrApplicationLabel`. Label, issuer, serial number and subject are the certificate's, the data and
/// all else in a query the key's. The `kSecMatch…` keys filter certificates and identities before the limit
/// counts them.
///
/// - Parameters:
///   - query: What to find and, by the `kSecReturn…` keys, what to return of it: one key gives the
///     thing itself, several a dictionary. With a limit other than one the result is an array.
///   - result: Receives the result; nil when nothing is asked for or found. Pass nil to ask only
///     whether there is a match.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when nothing matches;
///   `errSecParam`, `errSecNoSuchAttr`, `errSecNoSuchClass`, `errSecDecode` for a dictionary that
///   is wrong, as in `SecItemAdd`; `errSecParam` also for a persistent reference together with
///   attributes, and for keychain references;
///   `errSecMissingEntitlement` for an access group that is not the program's;
///   `errSecInteractionNotAllowed` when a matching item's class is locked;
///   `errSecNotAvailable`, `errSecIO`, `errSecAllocate` when the store cannot be read;
///   `errSecUnimplemented` for filters that need another class.
@discardableResult
public func SecItemCopyMatching(
  _ query: CFDictionary?, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  result?.pointee = nil
  return Status.of { () throws(KeychainError) in
    let query = try Status.require(query)
    let context = try KeychainContext.resolve()
    let (request, shape, options, evaluation) = try ItemRequest.search(parsing: query, as: context.caller)
    let items = try context.perform(.search(request), options, evaluating: evaluation)
    if let result { result.pointee = shape.result(ofSearch: items) }
  }
}

/// Changes every item that a query finds. All are changed, or none.
///
/// - Parameters:
///   - query: Which items, as in `SecItemCopyMatching`. All matches are meant. `kSecMatchLimit` says how
///     many there may be: where more match, nothing is changed.
///   - attributesToUpdate: The new values: attributes and `kSecValueData`. An empty dictionary
///     sets a new modification date. `kSecClass` may be repeated.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when nothing matches; `errSecDuplicateItem`
///   when the new values collide with another item;
///   `errSecParam`, `errSecNoSuchAttr`, `errSecNoSuchClass`, `errSecDecode`, `errSecDataTooLarge`
///   for dictionaries that are wrong (in the second one every key that is no attribute is
///   `errSecNoSuchAttr`); `errSecParam` also when more items match than `kSecMatchLimit` says;
///   `errSecMissingEntitlement` for an access group that is not the program's;
///   `errSecInteractionNotAllowed` when a matching item's class is locked;
///   `errSecNotAvailable`, `errSecReadOnly`, `errSecIO`, `errSecAllocate` when the store cannot be
///   written; `errSecUnimplemented` for filters that need another class.
@discardableResult
public func SecItemUpdate(
  _ query: CFDictionary?, _ attributesToUpdate: CFDictionary?
) -> OSStatus {
  Status.of { () throws(KeychainError) in
    let query = try Status.require(query)
    let values = try Status.require(attributesToUpdate)
    let context = try KeychainContext.resolve()
    let (request, options, evaluation) = try ItemRequest.update(parsing: query, values, as: context.caller)
    _ = try context.perform(.update(request), options, evaluating: evaluation)
  }
}

/// Deletes every item that a query finds.
///
/// A query with only a class deletes every local item of the class in the program's own groups; a
/// reference, a persistent reference or an item list narrows it down. Works while items are locked.
///
/// - Parameter query: Which items, as in `SecItemCopyMatching`. `kSecMatchLimit` says how many there may
///   be: where more match, nothing is deleted.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when nothing matches;
///   `errSecParam`, `errSecNoSuchAttr`, `errSecNoSuchClass`, `errSecDecode` for a dictionary that
///   is wrong; `errSecParam` also when more items match than `kSecMatchLimit` says;
///   `errSecMissingEntitlement` for an access group that is not the program's;
///   `errSecNotAvailable`, `errSecReadOnly`, `errSecIO`, `errSecAllocate` when the store cannot be
///   written; `errSecUnimplemented` for filters that need another class.
@discardableResult
public func SecItemDelete(_ query: CFDictionary?) -> OSStatus {
  Status.of { () throws(KeychainError) in
    let query = try Status.require(query)
    let context = try KeychainContext.resolve()
    let (request, evaluation) = try ItemRequest.delete(parsing: query, as: context.caller)
    _ = try context.keychain.perform(.delete(request), evaluating: evaluation)
  }
}
