public import Foundation
import Keychain
import KeychainModel

/// Adds an item to the keychain.
///
/// The dictionary gives the class (`kSecClass`), the attributes and the secret (`kSecValueData`). The secret is
/// optional and has up to 64 MiB; a string is stored as UTF-8. Each attribute has up to 1 MiB. Without
/// `kSecAttrAccessible`, the item is `kSecAttrAccessibleWhenUnlocked`. Without `kSecAttrAccessGroup`, it is added to
/// the program's first access group. Match keys are ignored.
///
/// `kSecValueRef` may be a `SecKey`, `SecCertificate` or `SecIdentity`. The object supplies the class, the attributes
/// and the data that the dictionary does not contain. An identity is stored as its certificate and its key, each with
/// the attributes of the dictionary; one of the two may already exist. `kSecUseItemList` may be an array of objects.
/// All of them are added, or none, and the result is an array. A certificate may also be given as DER in
/// `kSecValueData`.
///
/// - Parameters:
///   - attributes: The item.
///   - result: Receives the results that the `kSecReturn…` keys ask for; nil if there is no such key or the call
///     fails. Pass nil to ignore it.
/// - Returns:
///   - `errSecSuccess`: The item was added.
///   - `errSecDuplicateItem`: An item with the same uniqueness key already exists. The key of a generic password is
///     service, account, group and synchronizable. The key of an internet password is server, account, security
///     domain, protocol, authentication type, port, path, group and synchronizable. The key of a cryptographic key is
///     its class and type, application label, tag, creator, both sizes, both dates, group and synchronizable. The key
///     of a certificate is type, issuer, serial number, group and synchronizable.
///   - `errSecParam`: A value has the wrong type; a key is unknown; there is no class; the reference is to an existing
///     item; the dictionary contains a collection as a key or a collection that contains itself; or a string contains
///     an unpaired surrogate.
///   - `errSecNoSuchAttr`: The class does not have one of the attributes.
///   - `errSecNoSuchClass`: The class is unknown.
///   - `errSecMissingEntitlement`: The access group does not belong to the program.
///   - `errSecDataTooLarge`: A value exceeds the limits.
///   - `errSecDecode`: A number is not a 64-bit integer.
///   - `errSecInteractionNotAllowed`: The protection class of the item, or of an equal item, is locked.
///   - `errSecNotAvailable`: The store cannot be used, or the accessibility requires a passcode and none is set.
///   - `errSecReadOnly`, `errSecIO`, `errSecAllocate`: The store cannot be written.
///   - `errSecAuthFailed`: Nothing can satisfy the access control.
///   - `errSecInternal`: The class is identity, but there is no object.
@discardableResult
public func SecItemAdd(
  _ attributes: CFDictionary?, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  result?.pointee = nil
  return StatusBoundary.of { () throws(KeychainError) in
    let attributes = try StatusBoundary.require(attributes)
    let context = try KeychainContext.resolve()
    let (request, shape, options) = try ItemRequest.add(parsing: attributes, as: context.caller)
    let items = try context.perform(request, options)
    if let result { result.pointee = shape.result(ofAdd: items) }
  }
}

/// Finds items.
///
/// An item matches if every attribute of the dictionary equals the item's attribute, byte for byte. The search finds
/// local items, unless `kSecAttrSynchronizable` says otherwise or a reference names the item. It returns one item,
/// unless `kSecMatchLimit` says otherwise. The item that was created first comes first. A program without entitlements
/// gets the items of its own groups before the items of the group `login`.
///
/// `kSecReturnRef` returns a `SecKeychainItem` for a password, and a `SecKey`, `SecCertificate` or `SecIdentity` for
/// the other classes. It returns no object if the data of a certificate item are not a certificate, or if the data of
/// a key item are not a key of the item's class and type. A query with an object in `kSecValueRef` or in an item list
/// finds the items that hold the object.
///
/// An identity is a private key together with a certificate whose `kSecAttrPublicKeyHash` equals the
/// `kSecAttrApplicationLabel` of the key. In a query, label, issuer, serial number and subject refer to the
/// certificate. The data and all other attributes refer to the key. The `kSecMatch…` keys filter certificates and
/// identities before the limit applies.
///
/// - Parameters:
///   - query: The attributes and options of the search. The `kSecReturn…` keys select the results: with one such key
///     the result is the value itself, with several it is a dictionary. If the limit is not one, the result is an
///     array.
///   - result: Receives the result; nil if there is none. Pass nil to find out only whether there is a match.
/// - Returns:
///   - `errSecSuccess`: At least one item matches.
///   - `errSecItemNotFound`: No item matches.
///   - `errSecParam`, `errSecNoSuchAttr`, `errSecNoSuchClass`, `errSecDecode`: The dictionary is wrong, as in
///     `SecItemAdd`. `errSecParam` also for a persistent reference together with attributes, and for references to
///     keychains.
///   - `errSecMissingEntitlement`: The access group does not belong to the program.
///   - `errSecInteractionNotAllowed`: The protection class of a matching item is locked.
///   - `errSecNotAvailable`, `errSecIO`, `errSecAllocate`: The store cannot be read.
///   - `errSecUnimplemented`: A filter does not apply to the class.
@discardableResult
public func SecItemCopyMatching(
  _ query: CFDictionary?, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  result?.pointee = nil
  return StatusBoundary.of { () throws(KeychainError) in
    let query = try StatusBoundary.require(query)
    let context = try KeychainContext.resolve()
    let (request, shape, options, evaluation) = try ItemRequest.search(parsing: query, as: context.caller)
    let items = try context.perform(.search(request), options, evaluating: evaluation)
    if let result { result.pointee = shape.result(ofSearch: items) }
  }
}

/// Changes every item that a query finds. It changes all of them or none.
///
/// - Parameters:
///   - query: The items, as in `SecItemCopyMatching`. The update applies to every match. If more items match than
///     `kSecMatchLimit` allows, nothing is changed.
///   - attributesToUpdate: The new values: attributes and `kSecValueData`. An empty dictionary sets a new modification
///     date. `kSecClass` may be present with the class of the query.
/// - Returns:
///   - `errSecSuccess`: The items were changed.
///   - `errSecItemNotFound`: No item matches.
///   - `errSecDuplicateItem`: With the new values, an item would equal another item.
///   - `errSecParam`, `errSecNoSuchAttr`, `errSecNoSuchClass`, `errSecDecode`, `errSecDataTooLarge`: A dictionary is
///     wrong. `errSecNoSuchAttr` for every key of the second dictionary that is not an attribute. `errSecParam` also
///     if more items match than `kSecMatchLimit` allows.
///   - `errSecMissingEntitlement`: The access group does not belong to the program.
///   - `errSecInteractionNotAllowed`: The protection class of a matching item is locked.
///   - `errSecNotAvailable`, `errSecReadOnly`, `errSecIO`, `errSecAllocate`: The store cannot be written.
///   - `errSecUnimplemented`: A filter does not apply to the class.
@discardableResult
public func SecItemUpdate(
  _ query: CFDictionary?, _ attributesToUpdate: CFDictionary?
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    let query = try StatusBoundary.require(query)
    let values = try StatusBoundary.require(attributesToUpdate)
    let context = try KeychainContext.resolve()
    let (request, options, evaluation) = try ItemRequest.update(parsing: query, values, as: context.caller)
    _ = try context.perform(.update(request), options, evaluating: evaluation)
  }
}

/// Deletes every item that a query finds.
///
/// A query with only a class deletes every local item of the class in the program's own groups. A reference, a
/// persistent reference or an item list restricts the query. The function also deletes locked items.
///
/// - Parameter query: The items, as in `SecItemCopyMatching`. If more items match than `kSecMatchLimit` allows,
///   nothing is deleted.
/// - Returns:
///   - `errSecSuccess`: The items were deleted.
///   - `errSecItemNotFound`: No item matches.
///   - `errSecParam`, `errSecNoSuchAttr`, `errSecNoSuchClass`, `errSecDecode`: The dictionary is wrong. `errSecParam`
///     also if more items match than `kSecMatchLimit` allows.
///   - `errSecMissingEntitlement`: The access group does not belong to the program.
///   - `errSecNotAvailable`, `errSecReadOnly`, `errSecIO`, `errSecAllocate`: The store cannot be written.
///   - `errSecUnimplemented`: A filter does not apply to the class.
@discardableResult
public func SecItemDelete(_ query: CFDictionary?) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    let query = try StatusBoundary.require(query)
    let context = try KeychainContext.resolve()
    let (request, evaluation) = try ItemRequest.delete(parsing: query, as: context.caller)
    _ = try context.keychain.perform(.delete(request), evaluating: evaluation)
  }
}
