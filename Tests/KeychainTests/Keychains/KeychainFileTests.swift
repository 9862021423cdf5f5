import Glibc
import KeychainCrypto
import KeychainModel
import TestSupport
import Testing

@testable import Keychain

@Suite struct KeychainFileTests {
  private let folder: TemporaryDirectory
  private let file = KeychainFile(vaultID: RowIdentifier(high: 7, low: 9), protection: .password)

  init() throws { folder = try TemporaryDirectory() }

  private var path: [UInt8] { Array(folder("a.keychain").utf8) }

  private func write(_ bytes: [UInt8]) throws {
    try folder.write(bytes, to: "a.keychain")
    chmod(folder("a.keychain"), 0o600)
  }

  private func code() -> KeychainError.Code? {
    do throws(KeychainError) {
      _ = try KeychainFile.read(path)
      return nil
    } catch { return error.code }
  }

  private func cause() -> FailureCause? {
    do throws(KeychainError) {
      _ = try KeychainFile.read(path)
      return nil
    } catch { return error.failureCause }
  }

  @Test func isReadAsItWasWritten() throws {
    let bytes = try file.encoded()
    #expect(bytes.count == 64)
    try write(bytes)
    #expect(try KeychainFile.read(path) == file)
    let other = KeychainFile(vaultID: RowIdentifier(high: 1, low: 2), protection: .deviceKey)
    try write(try other.encoded())
    #expect(try KeychainFile.read(path) == other)
  }

  @Test func missingFile() throws { #expect(try KeychainFile.read(path) == nil) }

  @Test func everyChangedByteIsNoticed() throws {
    let bytes = try file.encoded()
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      try write(changed)
      #expect(code() == (index < 8 ? .invalidKeychain : .notAvailable), "byte \(index)")
    }
  }

  @Test func foreignAndTruncatedFiles() throws {
    for bytes in [[], Array("kych".utf8), Array(try file.encoded().dropLast()), try file.encoded() + [0]] {
      try write(bytes)
      #expect(code() == .invalidKeychain)
    }
  }

  @Test func fileOfANewerVersion() throws {
    var bytes = Array(try file.encoded().prefix(32))
    bytes[8] = 2
    let digest = try bytes.withBytes { (bytes) throws(KeychainError) in try SHA256Digest.digest(of: bytes) }
    try write(bytes + digest)
    #expect(cause() == .newerFormat)
  }

  @Test func fileThatOthersCanRead() throws {
    try write(try file.encoded())
    chmod(folder("a.keychain"), 0o644)
    #expect(cause() == .fileTooOpen)
  }

  @Test func foldersAndLinks() throws {
    mkdir(folder("a.keychain"), 0o700)
    #expect(cause() == .wrongFileKind)
    rmdir(folder("a.keychain"))
    try folder.write(try file.encoded(), to: "target")
    symlink(folder("target"), folder("a.keychain"))
    #expect(cause() == .wrongFileKind)
  }
}
