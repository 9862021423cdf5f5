import Foundation
import Security

/// The items that the program can find, with a digest of each. Comparing two snapshots shows the items that were
/// added, changed and deleted. A snapshot contains no secrets, and the user is asked for nothing.
///
/// `@unchecked Sendable` is safe: all objects in it are immutable.
struct ItemSnapshot: @unchecked Sendable {
  private struct Entry {
    let digest: NSData?
    /// A reference; nil for certificates and keys, because making their objects would read them.
    let reference: SecKeychainItem?
  }

  /// A change of one item.
  struct Change {
    let event: KeychainEvent
    let persistentReference: NSData
    let reference: SecKeychainItem?
  }

  /// The items by class and persistent reference. A class that cannot be searched now is missing.
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

  /// Returns the items that were deleted, changed and added since an earlier snapshot. If a class could not be
  /// searched, this snapshot takes over the items of the earlier one.
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
