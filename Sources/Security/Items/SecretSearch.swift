package import Foundation
import Keychain
import KeychainModel

/// A search that passes the secret to a closure, and then overwrites the memory of the secret.
package enum SecretSearch {
  /// Finds one item as `SecItemCopyMatching` does, and passes its secret to `body`. The result does not contain the
  /// secret.
  ///
  /// - Parameters:
  ///   - query: A query for one item. The query must request the data, and may request other results.
  ///   - body: A closure that receives the result and the secret. The secret is nil if the item has no secret.
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
      // The loop removes the references of the items to the secret. If a second reference existed, `wipe` would
      // overwrite a copy, and the original would remain.
      for index in items.indices { items[index].secret = nil }
      defer { secret?.wipe() }
      let result = try shape.result(ofSearch: items)
      outcome =
        secret?.withUnsafeBytes { bytes in body(result, bytes) } ?? body(result, nil)
    }
    return status == errSecSuccess ? outcome : status
  }
}
