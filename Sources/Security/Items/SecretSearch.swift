import CPlatform
package import Foundation
import Keychain
import KeychainModel

/// A search whose secret is handed on in memory that is overwritten afterwards.
package enum SecretSearch {
  /// Finds one item as `SecItemCopyMatching` does, and lends its secret, which is not in the result.
  ///
  /// - Parameters:
  ///   - query: Asks for one item, and for its data among others.
  ///   - body: Gets the result and the secret; nil for an item without one.
  /// - Returns: What `SecItemCopyMatching` returns for the query; if that succeeds, what `body` returns.
  package static func run(
    _ query: NSDictionary, _ body: (AnyObject?, UnsafeRawBufferPointer?) -> OSStatus
  ) -> OSStatus {
    var outcome = errSecSuccess
    let status = Status.of("SecItemCopyMatching") { () throws(KeychainError) in
      let context = try KeychainContext.resolve()
      let (request, shape, options, evaluation) = try ItemRequest.search(parsing: query, as: context.caller)
      var items = try context.perform(.search(request), options, evaluating: evaluation)
      var secret = items.first?.secret
      // The only reference is kept: to overwrite an array that has another would copy it.
      for index in items.indices { items[index].secret = nil }
      defer { secret?.withUnsafeMutableBytes { lk_wipe($0.baseAddress, $0.count) } }
      let result = shape.result(ofSearch: items)
      outcome =
        secret?.withUnsafeBytes { bytes in body(result, bytes) } ?? body(result, nil)
    }
    return status == errSecSuccess ? outcome : status
  }
}
