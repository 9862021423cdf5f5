import CPlatform
import Glibc
package import KeychainModel

/// Named byte strings in the kernel's user keyring (user-keyring(7)). Every process of the user can read the bytes, in
/// every session and container of the same user namespace, until the machine restarts. The bytes are never written to a
/// disk.
package enum UserKeyring {
  /// Reads the byte string that is stored under a name. Returns nil when nothing is stored, when the byte string is
  /// longer than `limit`, or when the kernel refuses access.
  package static func read(_ name: String, limit: Int) -> [UInt8]? {
    let content = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let size = lk_keyring_get(name, buffer.baseAddress, buffer.count)
      count = size > 0 && size <= buffer.count ? size : 0
    }
    return content.isEmpty ? nil : content
  }

  /// Stores a byte string under a name, and replaces an earlier byte string of the same name.
  ///
  /// - Parameter seconds: The time after which the kernel deletes the byte string; nil to keep the byte string until
  ///   the machine restarts.
  /// - Throws: `.notAvailable` when the kernel does not store the byte string.
  package static func put(_ content: [UInt8], _ name: String, seconds: UInt32?) throws(KeychainError) {
    guard lk_keyring_put(name, content, content.count, seconds ?? 0) != 0 else { return }
    let cause = String(cString: lk_error_description(errno))
    throw KeychainError(.notAvailable, "the kernel keeps no keys for this user: \(cause)")
  }

  /// Removes the byte string that is stored under a name. Does nothing when nothing is stored, or when the kernel has
  /// no keyrings.
  ///
  /// - Throws: `.notAvailable` when the byte string could not be removed.
  package static func remove(_ name: String) throws(KeychainError) {
    guard lk_keyring_remove(name) != 0 else { return }
    let error = errno
    guard ![ENOKEY, EKEYEXPIRED, EKEYREVOKED, ENOSYS, EPERM].contains(error) else { return }
    let cause = String(cString: lk_error_description(error))
    throw KeychainError(.notAvailable, "the kernel does not give up a key: \(cause)")
  }
}
