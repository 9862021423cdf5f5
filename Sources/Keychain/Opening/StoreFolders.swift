import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore

/// The two folders of a store, opened and checked, and the files in them.
struct StoreFolders: Sendable {
  let data: ProtectedDirectory
  let key: ProtectedDirectory

  /// Opens the folders, and makes them when they are not there.
  ///
  /// - Throws: `.notAvailable` when one is open to others, belongs to another user, or lies on a
  ///   file system that machines share.
  init(_ location: StoreLocation) throws(KeychainError) {
    data = try .openOrCreate(location.dataDirectory)
    key =
      location.keyDirectory == location.dataDirectory
      ? data : try .openOrCreate(location.keyDirectory)
  }

  private init(data: ProtectedDirectory, key: ProtectedDirectory) {
    self.data = data
    self.key = key
  }

  /// Opens the folders; nil when one of them is not there.
  static func existing(_ location: StoreLocation) throws(KeychainError) -> StoreFolders? {
    guard let data = try ProtectedDirectory.open(location.dataDirectory),
      let key = location.keyDirectory == location.dataDirectory
        ? data : try ProtectedDirectory.open(location.keyDirectory)
    else { return nil }
    return StoreFolders(data: data, key: key)
  }

  var keybag: KeybagFile { KeybagFile(in: data) }
  var deviceKey: DeviceKeyFile { DeviceKeyFile(in: key) }

  /// Which of the four files of a store are there.
  func presence() throws(KeychainError) -> StorePresence {
    var presence: StorePresence = []
    if try data.status(of: StoreLocation.databaseName) != nil { presence.insert(.database) }
    if try data.status(of: StoreLocation.keybagName) != nil { presence.insert(.keybag) }
    if try data.status(of: StoreLocation.stateName) != nil { presence.insert(.state) }
    if try key.status(of: StoreLocation.deviceKeyName) != nil { presence.insert(.deviceKey) }
    return presence
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
}
