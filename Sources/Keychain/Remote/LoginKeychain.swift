import CPlatform
package import KeychainFiles
package import KeychainModel
import KeychainTransport
import Vault

/// Selects the login keychain of the user: the keychain in `keychaind`, or the keychain in this process.
package enum LoginKeychain {
  /// Returns the service of the login keychain at a location. Opens nothing.
  ///
  /// When the configuration of `keychaind` exists, the default keychain is in the service. The function never falls back
  /// to a keychain in this process, because a program could then prevent the use of the service. A keychain that
  /// `LATCHKEY_HOME` names is always in this process.
  ///
  /// - Parameters:
  ///   - configurationPath: The path of the configuration.
  ///   - trust: The owner of the configuration and of the socket; root, except in tests.
  /// - Throws: `.notAvailable` when the configuration is damaged; when `LATCHKEY_USER` names no user; when the user still
  ///   has a keychain outside of the service; when the keychain was moved to the service, and there is no service any more.
  ///   The error of `ApplicationProcess.begin`.
  package static func service(
    at location: StoreLocation, configurationPath: String = ServiceConfiguration.standardPath,
    trust: RootOwnedFolder.Trust = .root
  ) throws(KeychainError) -> any KeychainService {
    guard location.isDefault || ApplicationProcess.isApplication else { return LocalKeychain(location) }
    _ = try ApplicationProcess.connection()
    guard let configuration = try ServiceConfiguration.read(configurationPath, trust: trust) else {
      // The keychain has no database, unless root gave it back.
      if try FileStatus.of(path: location.databasePath + VaultFiles.Names.movedSuffix) != nil,
        try FileStatus.of(path: location.databasePath) == nil
      {
        throw KeychainError(
          .notAvailable,
          "the keychain was moved to keychaind, and this machine has no keychaind any more (\(configurationPath) is "
            + "missing). Install keychaind again, and let root give the keychain back: security move-to-service --back "
            + "-u USER\(location.optionsOfReturn)", because: .databaseMoved)
      }
      return LocalKeychain(location)
    }
    for path in [location.databasePath, location.deviceKeyPath] where try FileStatus.of(path: path) != nil {
      throw KeychainError(
        .notAvailable,
        "the keychains of this machine are in keychaind, and \(path) belongs to a keychain outside of it. "
          + "Move it: security move-to-service", because: .fileInTheWay)
    }
    return RemoteKeychain(configuration, trust: trust, keychainOf: try wantedUser())
  }

  /// The user that `LATCHKEY_USER` names. A system unit whose manifest names several users says with the variable whose
  /// keychain it uses. Nil without the variable; the service then decides.
  ///
  /// - Throws: `.notAvailable` when the variable names no user.
  private static func wantedUser() throws(KeychainError) -> UInt32? {
    guard let text = lk_secure_getenv("LATCHKEY_USER").map({ String(cString: $0) }), !text.isEmpty else { return nil }
    guard let user = UInt32(text) ?? UserAccounts.system.user(named: text) else {
      throw KeychainError(.notAvailable, "LATCHKEY_USER names no user", cause: .argument)
    }
    return user
  }

  /// The keychain in the service that this process of root administers.
  ///
  /// - Parameter name: The number of a user, or `unit-` and the name of a system unit.
  /// - Throws: `.notAvailable` when the machine has no service, or when its configuration is damaged.
  package static func administered(
    _ name: String, configurationPath: String = ServiceConfiguration.standardPath, trust: RootOwnedFolder.Trust = .root
  ) throws(KeychainError) -> RemoteKeychain {
    RemoteKeychain(
      try ServiceConfiguration.required(configurationPath, trust: trust), trust: trust, administering: name)
  }

  /// The keychain of this user in the service, even if the user has a keychain outside of the service.
  ///
  /// - Throws: `.notAvailable` when the machine has no service, or when its configuration is damaged.
  package static func inService(
    configurationPath: String = ServiceConfiguration.standardPath, trust: RootOwnedFolder.Trust = .root
  ) throws(KeychainError) -> RemoteKeychain {
    let configuration = try ServiceConfiguration.required(configurationPath, trust: trust)
    return RemoteKeychain(configuration, trust: trust, keychainOf: try wantedUser())
  }
}
