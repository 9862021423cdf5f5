package import KeychainCrypto
import KeychainFiles
package import KeychainModel

/// Where a vault lies. Nothing is opened before it is used.
package struct VaultPlace: Sendable, Hashable {
  /// The folder of every file but the device key.
  package var dataFolder: String
  /// The folder of the device key; it may be that of the data.
  package var keyFolder: String
  /// The folder of the credentials that were passed to this process; nil when there is none.
  package var credentialsFolder: String?
  /// The file with the passcode that this process was given; nil when it was given none.
  package var passcodeFile: String?

  package init(dataFolder: String, keyFolder: String, credentialsFolder: String? = nil, passcodeFile: String? = nil) {
    self.dataFolder = dataFolder
    self.keyFolder = keyFolder
    self.credentialsFolder = credentialsFolder
    self.passcodeFile = passcodeFile
  }

  /// Whether a passcode came with the process.
  var isGivenPasscode: Bool { passcodeFile != nil || credentialsFolder != nil }

  /// Opens the folders, and makes them when they are not there.
  ///
  /// - Throws: `.notAvailable` when one is open to others, belongs to another user, or lies on a file system that
  ///   machines share; or when it cannot be known whether the device key was passed as a credential.
  package func open() throws(KeychainError) -> VaultFiles {
    // Before anything is made.
    let credential = try credential()
    let data = try ProtectedDirectory.openOrCreate(dataFolder)
    let key = keyFolder == dataFolder ? data : try .openOrCreate(keyFolder)
    return VaultFiles(data: data, key: key, credential: credential)
  }

  /// Opens the folder of the data alone, which says whether a passcode is set and whether the vault is locked; nil when it
  /// is not there. The device key must not be asked for.
  func existingData() throws(KeychainError) -> VaultFiles? {
    try ProtectedDirectory.open(dataFolder).map { VaultFiles(data: $0, key: $0) }
  }

  /// Opens the folders; nil when one of them is not there.
  package func existing() throws(KeychainError) -> VaultFiles? {
    guard let data = try ProtectedDirectory.open(dataFolder),
      let key = keyFolder == dataFolder ? data : try ProtectedDirectory.open(keyFolder)
    else { return nil }
    return VaultFiles(data: data, key: key, credential: try credential())
  }

  /// The device key that was passed as a credential; nil when there is none.
  package func credential() throws(KeychainError) -> DeviceKeyCredential? {
    guard let credentialsFolder else { return nil }
    return try DeviceKeyCredential(in: credentialsFolder)
  }
}
