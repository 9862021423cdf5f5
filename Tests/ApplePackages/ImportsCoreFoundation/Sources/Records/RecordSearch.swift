import CoreFoundation
import Security

/// Finds the internet passwords of a server.
public struct RecordSearch {
  private let query: CFDictionary

  /// Creates a search for a server.
  public init(server: CFString) {
    query =
      [
        kSecClass: kSecClassInternetPassword, kSecAttrServer: server,
        kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: kCFBooleanTrue,
      ] as CFDictionary
  }

  /// Returns all records of the server, and the status of the search.
  public func run() -> (records: [Record], status: OSStatus) {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query, &result)
    guard status == errSecSuccess, let found = result as? [CFDictionary] else {
      return ([], status)
    }
    return (found.compactMap { Record($0) }, status)
  }
}
