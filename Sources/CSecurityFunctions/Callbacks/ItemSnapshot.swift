import Foundation
import Security

/// The items that the program can find, with a digest of each item. A comparison of two snapshots finds the items that
/// were added, changed and deleted. A snapshot contains no secrets. Making a snapshot never asks the user a question.
///
/// `@unchecked Sendable` is safe: all objects in a snapshot are immutable.
struct ItemSnapshot: @unchecked Sendable {
  private struct Entry {
    let digest: NSData?
    /// A reference to the item. Nil for a certificate or a key, because creating a reference to them would read the
    /// item.
    let reference: SecKeychainItem?
  }

  /// A change of one item.
  struct Change {
    let event: KeychainEvent
    let persistentReference: NSData
    let reference: SecKeychainItem?
  }

  /// The items by class and persistent reference. The dictionary has no entry for a class whose search failed.
  private var classes: [String: [NSData: Entry]] = [:]

  private static var passwords: [CFString] {
    [kSecClassGenericPassword, kSecClassInternetPassword]
  }

  /// Makes a snapshot of the current items.
  static func make() -> ItemSnapshot {
    var snapshot = ItemSnapshot()
    for itemClass in passwords + [kSecClassCertificate, kSecClassKey] {
      if let entries = entries(of: itemClass) { snapshot.classes[itemClass as String] = entries }
    }
    return snapshot
  }

  private static func entries(of itemClass: CFString) -> [NSData: Entry]? {
    let query = NSMutableDictionary()
    query[kSecClass] = itemClass
    query[kSecMatchLimit] = kSecMatchLimitAll
    query[kSecReturnAttributes] = kCFBooleanTrue
    query[kSecReturnPersistentRef] = kCFBooleanTrue
    query[kSecAttrSynchronizable] = kSecAttrSynchronizableAny
    query[kSecUseAuthenticationUI] = kSecUseAuthenticationUISkip
    if passwords.contains(itemClass) { query[kSecReturnRef] = kCFBooleanTrue }
    var found: CFTypeRef?
    let status = SecItemCopyMatching(query, &found)
    if status == errSecItemNotFound { return [:] }
    guard status == errSecSuccess, let list = found as? NSArray else { return nil }
    var entries: [NSData: Entry] = [:]
    for index in 0..<list.count {
      guard let item = list.object(at: index) as? NSDictionary,
        let identifier = item.object(forKey: kSecValuePersistentRef) as? NSData
      else { continue }
      entries[identifier] = Entry(
        digest: item.object(forKey: kSecAttrSHA1) as? NSData,
        reference: item.object(forKey: kSecValueRef) as? SecKeychainItem)
    }
    return entries
  }

  /// Returns the items that were deleted, changed and added since the snapshot `earlier`. If the search for a class
  /// failed, this function copies the items of the class from `earlier` to this snapshot.
  mutating func changes(since earlier: ItemSnapshot) -> [Change] {
    var changes: [Change] = []
    for (itemClass, old) in earlier.classes {
      guard let new = classes[itemClass] else {
        classes[itemClass] = old
        continue
      }
      for (identifier, entry) in old where new[identifier] == nil {
        changes.append(
          Change(event: .delete, persistentReference: identifier, reference: entry.reference))
      }
      for (identifier, entry) in new {
        let before = old[identifier]
        guard before == nil || before?.digest != entry.digest else { continue }
        changes.append(
          Change(
            event: before == nil ? .add : .update, persistentReference: identifier,
            reference: entry.reference))
      }
    }
    return changes
  }
}
