import KeychainCrypto
import KeychainFiles
package import KeychainModel

/// The regular file at the path of a keychain. The file names the vault of the keychain, and scripts test whether the
/// file exists. The files of the vault are in a folder beside this file.
///
/// The file has 64 bytes; numbers are little-endian:
///
/// | bytes | field |
/// |---|---|
/// | 8 | `LKKEYCHN` |
/// | 4 | version: 1 |
/// | 4 | protection: 1 for the password alone, 2 for a device key of this machine |
/// | 16 | identifier of the vault |
/// | 32 | SHA-256 of the preceding bytes |
package struct KeychainFile: Equatable, Sendable {
  /// The secrets that protect the keychain.
  package enum Protection: UInt32, Sendable {
    /// The password alone. The keychain also opens on another machine.
    case password = 1
    /// A device key of this machine, and the password if there is one.
    case deviceKey = 2
  }

  package static let byteCount = 64
  static let magic = Array("LKKEYCHN".utf8)
  private static let version: UInt32 = 1
  private static let digestOffset = 32

  package let vaultID: RowIdentifier
  package let protection: Protection

  package init(vaultID: RowIdentifier, protection: Protection) {
    self.vaultID = vaultID
    self.protection = protection
  }

  /// Reads the file at a path; nil when there is no file.
  ///
  /// - Throws: `.invalidKeychain` when the file is not a keychain; `.notAvailable` when the file is not a regular file,
  ///   is damaged, was written by a newer version, or when another user can access the file.
  package static func read(_ path: [UInt8]) throws(KeychainError) -> KeychainFile? {
    let text = String(decoding: path, as: UTF8.self)
    guard let status = try FileStatus.of(path: path) else { return nil }
    guard status.isRegularFile else {
      throw KeychainError(.notAvailable, "\(text) is not a regular file", because: .wrongFileKind)
    }
    guard status.byteCount == byteCount else { throw foreign(text) }
    try status.requirePrivate(text)
    let file = try InputFile(path, noun: "the file of the keychain")
    var bytes = [UInt8](repeating: 0, count: byteCount)
    do throws(KeychainError) {
      try bytes.withMutableBytes { (buffer) throws(KeychainError) in try file.read(at: 0, into: buffer) }
    } catch {
      guard error.code == .decode else { throw error }
      throw foreign(text)
    }
    return try KeychainFile(bytes, text)
  }

  /// - Parameter path: The path for messages.
  /// - Throws: The errors of `read`.
  init(_ bytes: [UInt8], _ path: String) throws(KeychainError) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else { throw Self.foreign(path) }
    guard try bytes.suffix(from: Self.digestOffset).elementsEqual(Self.digest(bytes)) else {
      throw KeychainError(.notAvailable, "\(path) is damaged", because: .fileDamaged)
    }
    guard Self.number(bytes, 8) == Self.version, let protection = Protection(rawValue: Self.number(bytes, 12)),
      let vaultID = RowIdentifier(bytes[16..<Self.digestOffset])
    else {
      throw KeychainError(
        .notAvailable, "\(path) was made by a newer version of this software", because: .newerFormat)
    }
    self.init(vaultID: vaultID, protection: protection)
  }

  package func encoded() throws(KeychainError) -> [UInt8] {
    var bytes = Self.magic
    for number in [Self.version, protection.rawValue] {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    bytes += vaultID.bytes
    return bytes + (try Self.digest(bytes))
  }

  private static func digest(_ bytes: [UInt8]) throws(KeychainError) -> [UInt8] {
    try Array(bytes.prefix(digestOffset)).withBytes { (bytes) throws(KeychainError) in
      try SHA256Digest.digest(of: bytes)
    }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
  }

  private static func foreign(_ path: String) -> KeychainError {
    KeychainError(.invalidKeychain, "\(path) is not a keychain of this software")
  }
}
