import Foundation
import Security

/// The items that the program can find, and a digest of each, so that two looks show what was added, changed and
/// deleted. Nothing in it is secret, and nobody is asked for anything to make it.
///
/// `@unchecked Sendable` holds because all in it are immutable objects.
struct ItemSnapshot: @unchecked Sendable {
  private struct Entry {
    let digest: NSData?
    /// Passwords alone have one without being read.
    let reference: SecKeychainItem?
  }

  /// One item that is not as it was.
  struct Change {
    let event: KeychainEvent
    let persistentReference: NSData
    let reference: SecKeychainItem?
  }

  /// By class, and by persistent reference. A class that cannot be searched now is missing.
  private var classes: [String: [NSData: Entry]] = [:]

  private static var passwords: [CFString] {
    [kSecClassGenericPassword, kSecClassInternetPassword]
  }

  /// The items as they are now.
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

  /// What differs from an earlier snapshot: deleted, changed and added items. Of a class that could not be searched
  /// this one takes over what the earlier one knew.
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
