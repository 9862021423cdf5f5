public import Foundation
import Keychain
import KeychainModel

/// Adds an item to the keychain.
///
/// The dictionary contains the class (`kSecClass`), the attributes and the secret (`kSecValueData`) of the item. The
/// secret is optional and has up to 64 MiB. The function stores a string as UTF-8. Each attribute has up to 1 MiB.
/// Without `kSecAttrAccessible`, the accessibility is `kSecAttrAccessibleWhenUnlocked`. Without `kSecAttrAccessGroup`,
/// the access group is the first access group of the program. The function ignores match keys.
///
/// `kSecValueRef` may be a `SecKey`, `SecCertificate` or `SecIdentity`. The object supplies the class, the attributes
/// and the data that the dictionary does not contain. The function stores an identity as two items, its certificate and
/// its key. Both items get the attributes of the dictionary. One of the two items may already exist. `kSecUseItemList`
/// may be an array of such objects. The function then adds all objects, or no object after an error, and the result is
/// an array. A program can also add a certificate with its DER in `kSecValueData`.
///
/// - Parameters:
///   - attributes: The item.
///   - result: Receives the results that the `kSecReturn…` keys request. Receives nil if the dictionary has no such
///     key, or if the call fails. Pass nil to ignore the results.
/// - Returns:
///   - `errSecSuccess`: The item was added.
///   - `errSecDuplicateItem`: An item with the same uniqueness key already exists. The uniqueness key of every item
///     contains the access group and the synchronizable flag. The uniqueness key of a generic password also contains
///     service and account. The uniqueness key of an internet password also contains server, account, security domain,
///     protocol, authentication type, port and path. The uniqueness key of a cryptographic key also contains its class
///     and type, application label, tag, creator, both sizes and both dates. The uniqueness key of a certificate also
///     contains type, issuer and serial number.
///   - `errSecParam`: A value has the wrong type; a key is unknown; `kSecClass` is missing; `kSecValueRef` refers to an
///     existing item; the dictionary contains a collection as a key or a collection that contains itself; or a string
///     contains an unpaired surrogate.
///   - `errSecNoSuchAttr`: The class does not have one of the attributes.
///   - `errSecNoSuchClass`: The class is unknown.
///   - `errSecMissingEntitlement`: The access group does not belong to the program.
///   - `errSecDataTooLarge`: A value exceeds the limits.
///   - `errSecDecode`: A number is not a 64-bit integer.
///   - `errSecInteractionNotAllowed`: The protection class of the item, or of an existing item with the same
///     uniqueness key, is locked.
///   - `errSecNotAvailable`: The store cannot be used. Or the accessibility requires a passcode, but no passcode is
///     set.
///   - `errSecReadOnly`, `errSecIO`, `errSecAllocate`: The store cannot be written.
///   - `errSecAuthFailed`: No proof can satisfy the access control.
///   - `errSecItemNotFound`: `kSecValueRef` contains a private key that stays in `keychaind`, and the item of this key was
///     deleted. Otherwise the new item is a copy of the key, and is not extractable.
///   - `errSecInternal`: The class is `kSecClassIdentity`, but the dictionary contains no identity object.
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
/// An item matches if every attribute of the dictionary equals the item's attribute, byte for byte. By default, the
/// search finds only items that are not synchronizable. `kSecAttrSynchronizable`, or a reference to an item, changes
/// this default. By default, the search returns one item. `kSecMatchLimit` changes this number. The results are in the
/// order of creation, the oldest item first. For a program without entitlements, the items of its own access group
/// precede the items of the group `login`.
///
/// `kSecReturnRef` returns a `SecKeychainItem` for a password, and a `SecKey`, `SecCertificate` or `SecIdentity` for
/// the other classes. The search returns no object for a certificate item whose data are not a certificate. It returns
/// no object for a key item whose data are not a key of the item's class and type. A query with an object in
/// `kSecValueRef` or in an item list finds the items that contain the object.
///
/// An identity is a private key together with a certificate whose `kSecAttrPublicKeyHash` equals the
/// `kSecAttrApplicationLabel` of the key. In a query for identities, label, issuer, serial number and subject refer to
/// the certificate. The data and all other attributes refer to the key. The `kSecMatch…` keys filter certificates and
/// identities before the limit applies.
///
/// - Parameters:
///   - query: The attributes and options of the search. The `kSecReturn…` keys select the results. With one such key,
///     the result for an item is the value itself. With several such keys, the result for an item is a dictionary. If
///     the limit is not 1, the result is an array of these results.
///   - result: Receives the result; nil if there is no result. Pass nil to learn only whether an item matches.
/// - Returns:
///   - `errSecSuccess`: At least one item matches.
///   - `errSecItemNotFound`: No item matches.
///   - `errSecParam`, `errSecNoSuchAttr`, `errSecNoSuchClass`, `errSecDecode`: The dictionary is invalid, as in
///     `SecItemAdd`. The status is also `errSecParam` if the dictionary contains a persistent reference together with
///     attributes, or a reference to a keychain.
///   - `errSecMissingEntitlement`: The access group does not belong to the program.
///   - `errSecInteractionNotAllowed`: The protection class of a matching item is locked.
///   - `errSecDataNotAvailable`: The data of a private key in `keychaind` that is not extractable, or that has an access
///     control. The results of several items leave out such data.
///   - `errSecNotAvailable`, `errSecIO`, `errSecAllocate`: The store cannot be read.
///   - `errSecUnimplemented`: A `kSecMatch…` filter does not apply to the class.
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
    if let result { result.pointee = try shape.result(ofSearch: items) }
  }
}

/// Changes every item that a query finds: all items, or no item after an error.
///
/// - Parameters:
///   - query: The items, as in `SecItemCopyMatching`. The update applies to every match. If more items match than
///     `kSecMatchLimit` allows, nothing is changed.
///   - attributesToUpdate: The new values: attributes and `kSecValueData`. An empty dictionary changes only the
///     modification date. The dictionary may contain `kSecClass` with the class of the query.
/// - Returns:
///   - `errSecSuccess`: The items were changed.
///   - `errSecItemNotFound`: No item matches.
///   - `errSecDuplicateItem`: With the new values, an item would have the uniqueness key of another item.
///   - `errSecParam`, `errSecNoSuchAttr`, `errSecNoSuchClass`, `errSecDecode`, `errSecDataTooLarge`: A dictionary is
///     invalid. The status is `errSecNoSuchAttr` if a key of `attributesToUpdate` is not an attribute. The status is
///     also `errSecParam` if more items match than `kSecMatchLimit` allows, and if the update would let a private key leave
///     `keychaind`: the key is not extractable or has an access control, and the new values remove this protection.
///   - `errSecMissingEntitlement`: The access group does not belong to the program.
///   - `errSecInteractionNotAllowed`: The protection class of a matching item is locked.
///   - `errSecNotAvailable`, `errSecReadOnly`, `errSecIO`, `errSecAllocate`: The store cannot be written.
///   - `errSecUnimplemented`: A `kSecMatch…` filter does not apply to the class.
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
/// A query with only a class deletes every item of the class that is not synchronizable, in the program's own access
/// groups. A reference, a persistent reference or an item list restricts the query. The function also deletes locked
/// items.
///
/// - Parameter query: The items, as in `SecItemCopyMatching`. If more items match than `kSecMatchLimit` allows,
///   nothing is deleted.
/// - Returns:
///   - `errSecSuccess`: The items were deleted.
///   - `errSecItemNotFound`: No item matches.
///   - `errSecParam`, `errSecNoSuchAttr`, `errSecNoSuchClass`, `errSecDecode`: The dictionary is invalid. The status is
///     also `errSecParam` if more items match than `kSecMatchLimit` allows.
///   - `errSecMissingEntitlement`: The access group does not belong to the program.
///   - `errSecNotAvailable`, `errSecReadOnly`, `errSecIO`, `errSecAllocate`: The store cannot be written.
///   - `errSecUnimplemented`: A `kSecMatch…` filter does not apply to the class.
@discardableResult
public func SecItemDelete(_ query: CFDictionary?) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    let query = try StatusBoundary.require(query)
    let context = try KeychainContext.resolve()
    let (request, options, evaluation) = try ItemRequest.delete(parsing: query, as: context.caller)
    _ = try context.keychain.scoped(to: options.scope).perform(.delete(request), evaluating: evaluation)
  }
}
