import CPlatform
import Glibc
package import KeychainModel

/// Named byte strings in the kernel's user keyring (user-keyring(7)). Every process of the user can read the bytes, in
/// every session and container of the same user namespace, until the machine restarts. The bytes are never written to a
/// disk.
package enum UserKeyring {
  /// Reads the bytes of a name; nil when there are no bytes or more than `limit` bytes, or when the bytes cannot be
  /// read.
  package static func read(_ name: String, limit: Int) -> [UInt8]? {
    let content = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let size = lk_keyring_get(name, buffer.baseAddress, buffer.count)
      count = size > 0 && size <= buffer.count ? size : 0
    }
    return content.isEmpty ? nil : content
  }

  /// Stores bytes under a name, and replaces earlier bytes of the name.
  ///
  /// - Parameter seconds: The time after which the bytes vanish; nil to keep the bytes until the machine restarts.
  /// - Throws: `.notAvailable` when the kernel does not store the bytes.
  package static func put(_ content: [UInt8], _ name: String, seconds: UInt32?) throws(KeychainError) {
    guard lk_keyring_put(name, content, content.count, seconds ?? 0) != 0 else { return }
    let cause = String(cString: lk_error_description(errno))
    throw KeychainError(.notAvailable, "the kernel keeps no keys for this user: \(cause)")
  }

  /// Removes the bytes of a name, if there are any. Does nothing when the kernel has no keyrings.
  ///
  /// - Throws: `.notAvailable` when the bytes could not be removed.
  package static func remove(_ name: String) throws(KeychainError) {
    guard lk_keyring_remove(name) != 0 else { return }
    let error = errno
    guard ![ENOKEY, EKEYEXPIRED, EKEYREVOKED, ENOSYS, EPERM].contains(error) else { return }
    let cause = String(cString: lk_error_description(error))
    throw KeychainError(.notAvailable, "the kernel does not give up a key: \(cause)")
  }
}
