package import Foundation
import Keychain
import KeychainModel

/// A search that passes the secret to a closure, and then overwrites the memory of the secret.
package enum SecretSearch {
  /// Finds one item as `SecItemCopyMatching` does, and passes its secret to `body`. The result does not contain the
  /// secret.
  ///
  /// - Parameters:
  ///   - query: A query for one item. It must ask for the data, and may ask for other results.
  ///   - body: Receives the result and the secret. The secret is nil if the item has none.
  /// - Returns: The status of `SecItemCopyMatching` if the search fails; otherwise the status that `body` returns.
  package static func run(
    _ query: NSDictionary, _ body: (AnyObject?, UnsafeRawBufferPointer?) -> OSStatus
  ) -> OSStatus {
    var outcome = errSecSuccess
    let status = StatusBoundary.of("SecItemCopyMatching") { () throws(KeychainError) in
      let context = try KeychainContext.resolve()
      let (request, shape, options, evaluation) = try ItemRequest.search(parsing: query, as: context.caller)
      var items = try context.perform(.search(request), options, evaluating: evaluation)
      var secret = items.first?.secret
      // The items give up their references to the secret. An array with a second reference would be copied when it is
      // overwritten, and the original would remain.
      for index in items.indices { items[index].secret = nil }
      defer { secret?.wipe() }
      let result = shape.result(ofSearch: items)
      outcome =
        secret?.withUnsafeBytes { bytes in body(result, bytes) } ?? body(result, nil)
    }
    return status == errSecSuccess ? outcome : status
  }
}
