import CPlatform
import Glibc
package import KeychainModel

/// Bytes under names in the kernel's user keyring (user-keyring(7)): every process of the user sees them, in whatever
/// session and container of the same user namespace, until the machine is started anew. They are never written to a
/// disk.
package enum UserKeyring {
  /// The bytes of a name; nil when there are none, more than `limit`, or none can be had.
  package static func read(_ name: String, limit: Int) -> [UInt8]? {
    let content = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let size = lk_keyring_get(name, buffer.baseAddress, buffer.count)
      count = size > 0 && size <= buffer.count ? size : 0
    }
    return content.isEmpty ? nil : content
  }

  /// Keeps bytes, in place of earlier ones of the name.
  ///
  /// - Parameter seconds: After which they vanish; nil for not before the machine is restarted.
  /// - Throws: `.notAvailable` where the kernel keeps none.
  package static func put(_ content: [UInt8], _ name: String, seconds: UInt32?) throws(KeychainError) {
    guard lk_keyring_put(name, content, content.count, seconds ?? 0) != 0 else { return }
    let cause = String(cString: lk_error_description(errno))
    throw KeychainError(.notAvailable, "the kernel keeps no keys for this user: \(cause)")
  }

  /// Removes the bytes of a name, if there are any. Where there are no keyrings, there are none.
  ///
  /// - Throws: `.notAvailable` when they are still there.
  package static func remove(_ name: String) throws(KeychainError) {
    guard lk_keyring_remove(name) != 0 else { return }
    let error = errno
    guard ![ENOKEY, EKEYEXPIRED, EKEYREVOKED, ENOSYS, EPERM].contains(error) else { return }
    let cause = String(cString: lk_error_description(error))
    throw KeychainError(.notAvailable, "the kernel does not give up a key: \(cause)")
  }
}
