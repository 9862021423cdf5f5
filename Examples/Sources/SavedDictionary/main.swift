// Stores a dictionary in the keychain, as an archive under the name of a service. A later run of the program loads the
// dictionary.
//
//     saved-dictionary save host=db.example.com token=abc
//     saved-dictionary load
//     saved-dictionary delete

import Foundation
import Security

enum SavedDictionary {
  static let service = "com.example.saved-dictionary"

  /// Stores a dictionary. A stored dictionary is replaced.
  static func save(_ dictionary: [String: String]) throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: dictionary as NSDictionary, requiringSecureCoding: true)
    let values = [kSecValueData as String: archive]
    var status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
    if status == errSecItemNotFound {
      let item = query.merging(values) { _, new in new }
      status = SecItemAdd(item as CFDictionary, nil)
    }
    guard status == errSecSuccess else { throw Failure(status: status) }
  }

  /// Returns the stored dictionary; nil if no dictionary is stored.
  static func load() throws -> [String: String]? {
    var query = query
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let archive = result as? Data else {
      throw Failure(status: status)
    }
    // An archive names the classes of its objects. The unarchiver makes only objects of the classes in this list.
    let object = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSDictionary.self, NSString.self], from: archive)
    return object as? [String: String]
  }

  /// Deletes the stored dictionary. Returns false if no dictionary was stored.
  static func delete() throws -> Bool {
    let status = SecItemDelete(query as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw Failure(status: status)
    }
    return status == errSecSuccess
  }

  private static var query: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
    ]
  }

  struct Failure: Error { let status: OSStatus }
}

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "save":
  let pairs = words.dropFirst().map { word in
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }
  try SavedDictionary.save(Dictionary(pairs) { _, last in last })
  print("saved \(pairs.count) entries")
case "load":
  guard let dictionary = try SavedDictionary.load() else {
    print("nothing is saved")
    break
  }
  for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) { print("\(key) = \(value)") }
case "delete":
  print(try SavedDictionary.delete() ? "deleted" : "nothing was saved")
default:
  print("usage: saved-dictionary save KEY=VALUE … | load | delete")
  exit(2)
}
