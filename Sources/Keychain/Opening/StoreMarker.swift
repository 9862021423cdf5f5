import KeychainFiles
import KeychainModel

/// What the lock file says is going on: written before work that must not be left half done, and
/// erased after it.
///
/// Whoever finds a marker while holding the lock knows that the process which wrote it is dead.
enum StoreMarker: Equatable {
  /// A store of this identifier is being created, and nobody can have stored anything in it yet.
  case creating(RowIdentifier)
  /// The database is being set aside under this name, and a new one is being made.
  case repairing(aside: String)
  /// The store of this identifier is being erased: its keys may be gone already.
  case erasing(RowIdentifier)
  /// The device key of the store of this identifier is being changed.
  case rekeying(RowIdentifier)

  private static let creatingPrefix = "creating "
  private static let repairingPrefix = "repairing "
  private static let erasingPrefix = "erasing "
  private static let rekeyingPrefix = "rekeying "

  /// The marker in a lock file.
  ///
  /// A marker that was cut short says nothing: the work had not begun, as it begins once the marker
  /// is on the disk.
  init?(in lock: FileLock) throws(KeychainError) {
    let content = try lock.readContent(limit: 4096)
    guard let text = String(validating: content, as: UTF8.self), text.hasSuffix("\n") else {
      return nil
    }
    let line = text.dropLast()
    if line.hasPrefix(Self.creatingPrefix) {
      guard let storeID = Self.identifier(line.dropFirst(Self.creatingPrefix.utf8.count)) else {
        return nil
      }
      self = .creating(storeID)
    } else if line.hasPrefix(Self.repairingPrefix) {
      let name = String(line.dropFirst(Self.repairingPrefix.utf8.count))
      guard DamagedFileName.matches(name) else { return nil }
      self = .repairing(aside: name)
    } else if line.hasPrefix(Self.erasingPrefix) {
      guard let storeID = Self.identifier(line.dropFirst(Self.erasingPrefix.utf8.count)) else {
        return nil
      }
      self = .erasing(storeID)
    } else if line.hasPrefix(Self.rekeyingPrefix) {
      guard let storeID = Self.identifier(line.dropFirst(Self.rekeyingPrefix.utf8.count)) else {
        return nil
      }
      self = .rekeying(storeID)
    } else {
      return nil
    }
  }

  /// The identifier that 32 hexadecimal digits spell.
  private static func identifier(_ digits: Substring) -> RowIdentifier? {
    guard digits.utf8.count == 2 * RowIdentifier.byteCount,
      let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { return nil }
    let identifier = RowIdentifier(high: high, low: low)
    return identifier.description == digits ? identifier : nil
  }

  /// Whether a lock file holds anything at all.
  static func isPresent(in lock: FileLock) throws(KeychainError) -> Bool {
    try !lock.readContent(limit: 4096).isEmpty
  }

  /// Writes the marker, durably.
  ///
  /// - Parameter folder: Where the lock file lies, which may be as new as the marker: without its name it
  ///   says nothing after a power failure.
  func write(to lock: FileLock, in folder: ProtectedDirectory) throws(KeychainError) {
    let text =
      switch self {
      case .creating(let storeID): Self.creatingPrefix + storeID.description
      case .repairing(let name): Self.repairingPrefix + name
      case .erasing(let storeID): Self.erasingPrefix + storeID.description
      case .rekeying(let storeID): Self.rekeyingPrefix + storeID.description
      }
    // The file is emptied first, so that what is half written never ends like a whole marker.
    try Self.erase(from: lock)
    try lock.writeContent(Array("\(text)\n".utf8))
    try folder.synchronize()
  }

  /// Erases the marker, durably.
  static func erase(from lock: FileLock) throws(KeychainError) { try lock.writeContent([]) }
}
