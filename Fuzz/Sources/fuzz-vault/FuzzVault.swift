import Foundation
import FuzzSupport
import CPlatform

@testable import KeychainCrypto
@testable import KeychainFiles
@testable import KeychainModel
@testable import KeychainStore
@testable import RowSealing
@testable import Vault

/// Reads the bytes as a record in the files of a vault.
///
/// The first byte selects the kind of record. The checksum is corrected, so that the code after the checksum is
/// reached. Writing a record and reading it again must give the same record.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let kind = source.number(below: 9)
  let bytes = [UInt8](source.all())
  switch kind {
  case 0: readState(bytes)
  case 1: readAttempts(bytes)
  case 2: readCommit(bytes)
  case 3: readKeybag(bytes)
  case 4: readMetadata(bytes)
  case 5: readSecret(bytes)
  case 6: readGuard(bytes)
  case 7: readQuarantine(bytes)
  default: salvage(bytes)
  }
  return 0
}

/// Returns the bytes as a record of a fixed size, with a correct checksum at its end.
private func record(_ bytes: [UInt8], _ byteCount: Int, checksumAt offset: Int) -> [UInt8] {
  var record = Array(bytes.prefix(byteCount))
  record += [UInt8](repeating: 0, count: byteCount - record.count)
  guard let sum = record[..<offset].withUnsafeBytes({ try? SHA256Digest.digest(of: $0) }) else {
    return record
  }
  record.replaceSubrange(offset..., with: sum.prefix(byteCount - offset))
  return record
}

private func readState(_ bytes: [UInt8]) {
  let magic = Array("LKHEADER".utf8) + [1, 0, 0, 0]
  let whole = record(magic + bytes, HeaderState.byteCount, checksumAt: 480)
  guard let state = whole.withUnsafeBytes({ (try? HeaderState(decoding: $0)) ?? nil }) else {
    return
  }
  guard let encoded = try? state.encoded() else {
    fatalError("a state that was read is not written")
  }
  precondition(encoded.withUnsafeBytes { (try? HeaderState(decoding: $0)) ?? nil } == state)
  _ = Consistency(FoundFiles(header: .state(state), keybagNumbers: []))
}

private func readAttempts(_ bytes: [UInt8]) {
  let whole = record(
    Array("LKTRIES1".utf8) + bytes, AttemptRecord.byteCount, checksumAt: 48)
  guard let attempts = whole.withUnsafeBytes({ (try? AttemptRecord(decoding: $0)) ?? nil }) else {
    return
  }
  let now = BootTimestamp(boot: RowIdentifier(high: 1, low: 2), time: 1_000_000_000)
  precondition((0...3600).contains(attempts.delay(at: now)))
  let next = attempts.adding(at: now)
  precondition(next.failures >= attempts.failures && next.delay(at: now) >= 0)
  precondition(attempts.restarted(at: now).map { $0.failures == attempts.failures } ?? true)
}

private func readCommit(_ bytes: [UInt8]) {
  var whole = Array(bytes.prefix(CommitRecord.byteCount))
  whole += [UInt8](repeating: 0, count: CommitRecord.byteCount - whole.count)
  // The checksum is corrected, so that any content is accepted.
  let content = whole.withUnsafeBytes { Array($0.prefix(56)) }
  let sum = content.withUnsafeBytes { lk_checksum($0.baseAddress, 56, 0) }
  withUnsafeBytes(of: sum.littleEndian) { whole.replaceSubrange(56..., with: $0) }
  guard let commit = whole.withUnsafeBytes({ CommitRecord(decoding: $0) }) else { return }
  var encoded = [UInt8](repeating: 0, count: CommitRecord.byteCount)
  encoded.withUnsafeMutableBytes { commit.encode(into: $0) }
  precondition(encoded.withUnsafeBytes { CommitRecord(decoding: $0) } == commit)
}

private func readKeybag(_ bytes: [UInt8]) {
  guard let keybag = bytes.withUnsafeBytes({ try? Keybag(decoding: $0) }) else { return }
  let again = keybag.encoded.withUnsafeBytes { try? Keybag(decoding: $0) }
  precondition(again?.encoded == keybag.encoded)
  precondition((try? keybag.digest()) != nil)
}

private func readMetadata(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let itemClass = ItemClass.stored[Int(first) % ItemClass.stored.count]
  let schema = ItemSchema.of(itemClass)
  let opened = bytes.dropFirst().withUnsafeBytes { try? MetadataCoding.decode($0, schema) }
  guard let opened else { return }
  let encoded = MetadataCoding.encode(
    opened.attributes, unknown: opened.unknown, opened.secret, schema)
  let again = encoded.withUnsafeBytes { try? MetadataCoding.decode($0, schema) }
  guard let again else { fatalError("metadata that was read is not read again") }
  // Compares the encoded bytes, because a date may be NaN, which does not equal itself.
  precondition(
    MetadataCoding.encode(
      again.attributes, unknown: again.unknown, again.secret, schema) == encoded)
  _ = AccessConstraints(guarding: opened.attributes, itemClass)
}

private func readSecret(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let schema = ItemSchema.of(ItemClass.stored[Int(first) % ItemClass.stored.count])
  let secret = bytes.dropFirst().withUnsafeBytes { try? SecretContent(decoding: $0, schema) }
  guard let secret else { return }
  let encoded = secret.encoded(schema)
  // Compares the encoded bytes, because a secret may contain an attribute twice.
  let again = encoded.withUnsafeBytes { try? SecretContent(decoding: $0, schema) }
  precondition(again?.encoded(schema) == encoded)
}

private func readGuard(_ bytes: [UInt8]) {
  guard let itemGuard = bytes.withUnsafeBytes({ ItemGuard($0) }) else { return }
  precondition(itemGuard.encoded.count == ItemGuard.byteCount)
  precondition(itemGuard.encoded.withUnsafeBytes { ItemGuard($0)?.encoded } == itemGuard.encoded)
}

private func readQuarantine(_ bytes: [UInt8]) {
  guard let record = QuarantineRecord(decoding: bytes) else { return }
  // Compares the encoded bytes, because a number may be NaN, which does not equal itself.
  precondition(record.encoded == bytes)
}

/// A folder in memory for the database to salvage.
private let folder: ProtectedDirectory? = {
  let path = "/dev/shm/fuzz-vault-\(ProcessInfo.processInfo.processIdentifier)"
  atexit { try? FileManager.default.removeItem(atPath: "/dev/shm/fuzz-vault-\(getpid())") }
  return try? ProtectedDirectory.openOrCreate(path)
}()

/// Salvages rows from a database file that consists of the bytes.
private func salvage(_ bytes: [UInt8]) {
  guard let folder else { fatalError("there is no folder in memory") }
  let path = folder.path(of: "database")
  guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
    fatalError("the file to salvage cannot be written")
  }
  chmod(path, 0o600)
  guard let file = (try? RandomAccessFile("database", in: folder)) ?? nil else { return }
  var scan = DatabaseScan(DamagedDatabase(file, log: nil))
  try? scan.run(tables: SalvageTable.all.map(\.name)) { (_) throws(KeychainError) in }
}
