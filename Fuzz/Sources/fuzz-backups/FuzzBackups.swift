import Foundation
import FuzzSupport

@testable import Keychain
@testable import KeychainCrypto
@testable import KeychainModel
@testable import RowSealing

/// Reads bytes as the header of a backup, or as an item in a backup. Also makes items that are written and read.
///
/// The first byte selects one of these.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  switch source.number(below: 3) {
  case 0: readHeader([UInt8](source.all()))
  case 1: readRecord([UInt8](source.all()))
  default: writeRecord(&source)
  }
  return 0
}

/// The checksum is corrected, so that the code after the check is reached.
private func readHeader(_ bytes: [UInt8]) {
  if let header = try? BackupHeader(bytes) { precondition(header.encoded == bytes) }
  guard bytes.count >= BackupHeader.byteCount else { return }
  let content = Array(bytes.prefix(BackupHeader.byteCount - SHA256Digest.byteCount))
  guard let sum = content.withUnsafeBytes({ try? SHA256Digest.digest(of: $0) }) else { return }
  let right = content + sum
  guard let header = try? BackupHeader(right) else { return }
  precondition(header.encoded == right)
  precondition(header.nonce == (try? BackupHeader(header.encoded))?.nonce)
  precondition(header.commitment.count == 32 && header.deviceCommitment.count == 32)
  // Changing any bit changes the header, and must be detected.
  for place in 0..<right.count {
    var wrong = right
    wrong[place] ^= 1 << UInt8(place % 8)
    precondition((try? BackupHeader(wrong)) == nil)
  }
  precondition((try? BackupHeader(right + [0])) == nil)
  precondition((try? BackupHeader(Array(right.dropLast()))) == nil)
}

private func decoded(_ bytes: [UInt8]) -> BackupRecord? {
  bytes.withUnsafeBytes { try? BackupRecord(decoding: $0) }
}

/// A record that is read must be the same after it is written and read again.
private func readRecord(_ bytes: [UInt8]) {
  guard let record = decoded(bytes) else { return }
  precondition(decoded(record.encoded)?.encoded == record.encoded)
  precondition((try? record.contentDigest()) != nil)
  _ = BackupRules.decision(record.attributes, record.itemClass)
}

private func writeRecord(_ source: inout ByteSource) {
  let itemClass = source.one(of: ItemClass.stored)
  let schema = ItemSchema.of(itemClass)
  var attributes = AttributeSet()
  for _ in 0..<source.number(below: 12) {
    attributes[source.one(of: schema.attributes).name] = value(from: &source)
  }
  let secret = SecretContent(data: source.byte() & 1 == 0 ? nil : [UInt8](source.data()))
  let identifier = RowIdentifier(
    high: UInt64(bitPattern: source.integer()), low: UInt64(bitPattern: source.integer()))
  let record = BackupRecord(itemClass, identifier, attributes, secret)
  // The bytes are compared: a date may be NaN, which equals nothing.
  precondition(decoded(record.encoded)?.encoded == record.encoded)
}

private func value(from source: inout ByteSource) -> AttributeValue {
  switch source.number(below: 4) {
  case 0: .string(String(decoding: source.data(), as: UTF8.self))
  case 1: .data([UInt8](source.data()))
  case 2: .number(source.integer())
  default: .date(Double(bitPattern: UInt64(bitPattern: source.integer())))
  }
}
