import CPlatform
import Glibc
package import KeychainCrypto
package import KeychainModel

/// The kernel's user keyring (user-keyring(7)): every process of the user sees it, in whatever session
/// and container of the same user namespace, until the machine is started anew. Its content is never
/// written to a disk.
package struct KernelKeyring: UnlockAuthority {
  package init() {}

  private func name(_ purpose: KeyTicket.Purpose, _ vaultID: RowIdentifier) -> String {
    "latchkey:\(vaultID):\(purpose.name)"
  }

  package func publish(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?)
    throws(KeychainError)
  {
    guard lk_keyring_put(name(purpose, vaultID), ticket, ticket.count, seconds ?? 0) != 0 else { return }
    let cause = String(cString: lk_error_description(errno))
    throw KeychainError(.notAvailable, "the kernel keeps no keys for this user: \(cause)")
  }

  package func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
    let ticket = [UInt8](unsafeUninitializedCapacity: KeyTicket.largestByteCount) { buffer, count in
      let size = lk_keyring_get(name(purpose, vaultID), buffer.baseAddress, buffer.count)
      // More than fits is no ticket.
      count = size > 0 && size <= buffer.count ? size : 0
    }
    return ticket.isEmpty ? nil : ticket
  }

  package func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {
    guard lk_keyring_remove(name(purpose, vaultID)) != 0 else { return }
    let error = errno
    // Where there are no keyrings, nothing was left.
    guard ![ENOKEY, EKEYEXPIRED, EKEYREVOKED, ENOSYS, EPERM].contains(error) else { return }
    let cause = String(cString: lk_error_description(error))
    throw KeychainError(.notAvailable, "the kernel does not give up a key: \(cause)")
  }
}
