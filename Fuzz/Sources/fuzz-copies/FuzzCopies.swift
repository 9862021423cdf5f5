import FuzzSupport

@testable import Keychain
@testable import KeychainFiles
@testable import KeychainModel
@testable import KeychainStore
@testable import KeychainTransport

/// Reads the bytes as a copy of a keychain, or as the frames of one, or as the packets of a large reply, as the first byte
/// says.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  switch source.number(below: 3) {
  case 0: readCopy([UInt8](source.all()))
  case 1: readFrames(&source)
  default: collectReply(&source)
  }
  return 0
}

/// Reads a copy. Returns the number of its rows, or nil if the copy is damaged.
@discardableResult
private func readCopy(_ bytes: [UInt8]) -> Int64? {
  guard let file = try? SpooledFile(in: nil, noun: "the copy"), (try? file.append(bytes)) != nil,
    let reader = try? VaultCopyReader(file.file())
  else { return nil }
  var rowCount: Int64 = 0
  do {
    while let entry = try reader.next() {
      switch entry {
      case .row(let row):
        rowCount += 1
        precondition(row.record.count <= bytes.count, "a row is larger than the copy")
      case .quarantined(let row): precondition(row.record.count <= bytes.count, "a row is larger than the copy")
      case .chunk(_, let chunk): precondition(!chunk.isEmpty, "a chunk is empty")
      }
    }
  } catch {
    return nil
  }
  precondition(reader.counts.rows.total == rowCount, "the copy has another number of rows")
  return rowCount
}

/// Makes a copy from frames, with the counts and the digest of these frames at its end, and reads it. The head is the one
/// that the bytes contain first.
private func readFrames(_ source: inout ByteSource) {
  var bytes = VaultCopy.start
  guard var digest = try? VaultCopy.digest(after: [], bytes) else { return }
  func append(_ kind: VaultCopy.FrameKind, _ content: [UInt8]) {
    let frame = [kind.rawValue] + withUnsafeBytes(of: UInt32(content.count).littleEndian, Array.init) + content
    if let next = try? VaultCopy.digest(after: digest, frame) { digest = next }
    bytes += frame
  }
  append(.head, content(&source))
  var counts = VaultCopy.Counts()
  while !source.isEmpty {
    let kind = source.one(of: [VaultCopy.FrameKind.row, .chunk, .quarantined])
    let content = content(&source)
    switch kind {
    case .row: if let number = content.first, number < 4 { counts.rows[ItemClass.stored[Int(number)]] += 1 }
    case .chunk: counts.chunks += 1
    default: counts.quarantined += 1
    }
    append(kind, content)
  }
  let before = digest
  guard let end = try? MessageWriter.bytes({ (writer) throws(KeychainError) in try writer.value(counts) }) else {
    return
  }
  append(.end, end + before)
  readCopy(bytes)
}

/// Bytes whose length is in two bytes before them.
private func content(_ source: inout ByteSource) -> [UInt8] {
  let count = Int(source.byte()) << 8 | Int(source.byte())
  var bytes: [UInt8] = []
  while bytes.count < count, !source.isEmpty { bytes.append(source.byte()) }
  return bytes
}

/// Collects a reply from packets. Each packet has a body with a length from one byte, and an announced length that differs
/// from the right one if the next byte is odd. A reply that is whole has all bytes in their order.
private func collectReply(_ source: inout ByteSource) {
  let total = Int(source.byte()) << 4
  var (collected, expected): (CollectedReply?, [UInt8]) = (nil, [])
  while true {
    let isWrong = source.byte() & 1 == 1
    let body = [UInt8](source.data())
    let length = total - expected.count + (isWrong ? 1 : 0)
    guard length >= 0 else { return }
    let header = PacketHeader(.reply, number: 1, length: length, isContinued: expected.count + body.count < total)
    let reply = collected ?? CollectedReply(header, keepsBytes: true)
    collected = reply
    guard let isWhole = try? body.withUnsafeBytes({ try reply.add(header, $0) }) else { return }
    expected += body
    precondition(expected.count <= total + 1, "a reply is longer than it was announced")
    if isWhole {
      precondition(reply.take() == expected, "a reply has other bytes")
      return
    }
    if source.isEmpty { return }
  }
}
