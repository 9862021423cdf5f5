import Foundation
import FuzzSupport

@testable import Keychain
@testable import KeychainCrypto
@testable import KeychainModel
@testable import RowSealing

/// Does one of three tasks, which the first byte selects. The first task reads the bytes as the header of a backup. The
/// second task reads the bytes as an item in a backup. The third task creates an item from the bytes, writes the item
/// and reads it again.
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

/// Reads a header. Then corrects the checksum and reads the header again, so that the code after the checksum is
/// reached.
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
  // A change of any bit must be detected.
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

/// Reads an item. Writing the item and reading it again must give the same item.
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
  // Compares the encoded bytes, because a date may be NaN, which does not equal itself.
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
