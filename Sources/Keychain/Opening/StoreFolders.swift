import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore

/// The two folders of a store, opened and checked, and the files in them.
struct StoreFolders: Sendable {
  let data: ProtectedDirectory
  let key: ProtectedDirectory

  /// The credential that is the device key; nil when the key lies in the file `device.key`.
  private let credential: DeviceKeyCredential?

  /// Opens the folders, and makes them when they are not there.
  ///
  /// - Throws: `.notAvailable` when one is open to others, belongs to another user, or lies on a
  ///   file system that machines share; or when it cannot be known whether the device key was
  ///   passed as a credential.
  init(_ location: StoreLocation) throws(KeychainError) {
    // Before anything is made.
    credential = try location.credential()
    data = try .openOrCreate(location.dataDirectory)
    key =
      location.keyDirectory == location.dataDirectory
      ? data : try .openOrCreate(location.keyDirectory)
  }

  private init(
    data: ProtectedDirectory, key: ProtectedDirectory, credential: DeviceKeyCredential?
  ) {
    self.data = data
    self.key = key
    self.credential = credential
  }

  /// Opens the folders; nil when one of them is not there.
  static func existing(_ location: StoreLocation) throws(KeychainError) -> StoreFolders? {
    guard let data = try ProtectedDirectory.open(location.dataDirectory),
      let key = location.keyDirectory == location.dataDirectory
        ? data : try ProtectedDirectory.open(location.keyDirectory)
    else { return nil }
    return StoreFolders(data: data, key: key, credential: try location.credential())
  }

  var keybag: KeybagFile { KeybagFile(in: data) }
  var deviceKeyFile: DeviceKeyFile { DeviceKeyFile(in: key) }
  var nextDeviceKeyFile: DeviceKeyFile { .next(in: key) }

  /// Where the device key comes from: the credential, if there is one; then the file counts for
  /// nothing, also when it is there.
  var deviceKey: any DeviceKeyProvider { credential ?? deviceKeyFile }

  /// Whether the device key was passed as a credential.
  var hasCredential: Bool { credential != nil }

  /// The keys of the store, by its device key.
  ///
  /// - Throws: As `KeyRing.init`; of a key that does not fit, which one it is.
  func keyRing(
    _ keybag: Keybag, _ deviceKey: DeviceKey, passcodeKey: PasscodeKey? = nil,
    keeping earlier: [KeyRing] = []
  ) throws(KeychainError) -> KeyRing {
    do throws(KeychainError) {
      return try KeyRing(
        keybag, deviceKey: deviceKey, passcodeKey: passcodeKey, keeping: earlier)
    } catch {
      guard credential != nil, error.code == .notAvailable else { throw error }
      let unused =
        try hasDeviceKeyFile() ? "; the file \(StoreLocation.deviceKeyName) is not used" : ""
      throw error.saying("\(error.reason). The device key is \(self.deviceKey.summary)\(unused)")
    }
  }

  /// Whether the key lies in a folder of its own, which other data folders may share.
  var hasKeyFolder: Bool { key.path != data.path }

  /// Whether another keychain's device key may lie in the folder of the key: others may share a folder of its
  /// own, and that of the data when the device key is a credential.
  var mayHoldKeysOfOthers: Bool { hasKeyFolder || hasCredential }

  /// Whether the data folder holds nothing of a store. A device key alone, in a folder that others
  /// may share, is nobody's until something says whose.
  func holdNoData() throws(KeychainError) -> Bool {
    guard try presence().subtracting(.deviceKey).isEmpty else { return false }
    return hasKeyFolder ? true : try !hasDeviceKeyFile()
  }

  /// Whether there is something to sweep, or a process at work.
  func hasTemporaryFiles() throws(KeychainError) -> Bool {
    if try data.hasTemporaryFiles() { return true }
    return hasKeyFolder ? try DeviceKeyFile.isHalfMade(in: key) : false
  }

  /// Overwrites and removes what killed processes left half made. The store's lock must be held
  /// exclusively: in the data folder nobody is at work then. In the folder of the key others may be, who
  /// hold that folder's lock; and what bears other names there is nothing of this keychain.
  func destroyTemporaryFiles() {
    data.destroyTemporaryFiles()
    if hasKeyFolder { DeviceKeyFile.destroyHalfMade(in: key) }
  }

  /// Whether the folders hold nothing of a store.
  func areEmpty() throws(KeychainError) -> Bool {
    guard try presence().subtracting(.deviceKey).isEmpty else { return false }
    return try !hasDeviceKeyFile()
  }

  /// Whether there is a file `device.key`, used or not.
  func hasDeviceKeyFile() throws(KeychainError) -> Bool {
    try key.status(of: StoreLocation.deviceKeyName) != nil
  }

  /// Which of the four files of a store are there. A credential stands for the device key.
  func presence() throws(KeychainError) -> StorePresence {
    var presence: StorePresence = []
    if try data.status(of: StoreLocation.databaseName) != nil { presence.insert(.database) }
    if try data.status(of: StoreLocation.keybagName) != nil { presence.insert(.keybag) }
    if try data.status(of: StoreLocation.stateName) != nil { presence.insert(.state) }
    let isKeyThere = try hasDeviceKeyFile()
    if isKeyThere || credential != nil { presence.insert(.deviceKey) }
    return presence
  }
}

extension StoreLocation {
  /// The device key that was passed as a credential; nil when there is none.
  func credential() throws(KeychainError) -> DeviceKeyCredential? {
    guard let credentialsDirectory else { return nil }
    return try DeviceKeyCredential(in: credentialsDirectory)
  }
}

/// Which of the four files of a store are there.
struct StorePresence: OptionSet, Sendable {
  let rawValue: UInt8

  static let database = StorePresence(rawValue: 1 << 0)
  static let keybag = StorePresence(rawValue: 1 << 1)
  static let state = StorePresence(rawValue: 1 << 2)
  static let deviceKey = StorePresence(rawValue: 1 << 3)
  static let all: StorePresence = [.database, .keybag, .state, .deviceKey]

  /// The names of the files that are missing.
  var missingNames: [String] {
    let names: [(StorePresence, String)] = [
      (.database, StoreLocation.databaseName), (.keybag, StoreLocation.keybagName),
      (.state, StoreLocation.stateName), (.deviceKey, StoreLocation.deviceKeyName),
    ]
    return names.filter { !contains($0.0) }.map(\.1)
  }

  /// The file whose loss is the reason: of several the one that is the hardest to replace.
  var failureCause: FailureCause? {
    let causes: [(StorePresence, FailureCause)] = [
      (.deviceKey, .deviceKeyMissing), (.keybag, .keybagMissing), (.database, .databaseMissing),
      (.state, .stateMissing),
    ]
    return causes.first { !contains($0.0) }?.1
  }
}
