import Keychain
import KeychainLog
import KeychainModel

/// A keychain that a program of root named, to keep copies of it or to remove it.
struct Custody: Sendable {
  let keychains: ServedKeychains
  let name: StoreName

  /// Whether the program may send a request. It never sees an item.
  static func permits(_ request: Request) -> Bool {
    switch request {
    case .begin(.exportCopy), .begin(.importCopy), .next, .write, .cancel, .exportDeviceKey, .isPresent, .countItems,
      .setAside, .deleteKeychain, .keepKeychain:
      true
    default: false
    }
  }

  static let permissions: Permissions = [.items, .administration, .restoration, .custody]

  /// Checks that a program is a program of root of this machine.
  ///
  /// - Throws: `.missingEntitlement` when it is not.
  static func requireRoot(_ evidence: PeerEvidence) throws(KeychainError) {
    try requireRoot(evidence.credentials)
    guard evidence.isVisible, evidence.isInInitialNamespace, evidence.isInProcessNamespace else {
      throw KeychainError(
        .missingEntitlement,
        "a program of root in a container, or one that keychaind cannot see in /proc, asked for the keychain of a user")
    }
  }

  static func requireRoot(_ credentials: PeerCredentials) throws(KeychainError) {
    guard credentials.user == 0 else {
      throw KeychainError(.missingEntitlement, "only root may keep copies of keychains, or remove them")
    }
  }

  /// Carries out a request that concerns the folder of the keychain. Returns nil for any other request.
  func reply(to request: Request) throws(KeychainError) -> Reply? {
    switch request {
    case .setAside(let digest):
      _ = try keychains.returning(name)
      try keychains.setAside(name, ifUnchangedSince: digest)
    case .deleteKeychain: try keychains.delete(name)
    case .keepKeychain: try keychains.keep(name)
    default: return nil
    }
    return .done
  }

  /// The keychain that carries out a request. The keychain may have been replaced since the client connected.
  func served(for request: Request) throws(KeychainError) -> ServedKeychain {
    switch request {
    case .begin(.importCopy(let deviceKey, _, _)): try keychains.restoring(name, deviceKey)
    // Only a keychain that is given back is copied without the items of protected programs.
    case .begin(.exportCopy(includesProtected: false)): try keychains.returning(name)
    default: keychains.administered(name)
    }
  }
}
