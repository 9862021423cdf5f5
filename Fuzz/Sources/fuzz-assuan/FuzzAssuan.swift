import Foundation
import FuzzSupport

@testable import KeychainCrypto
@testable import KeychainPrompt

/// Reads the bytes as lines from a server of the Assuan protocol, or as a text that is sent to a server. The first byte
/// selects the lines or the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let sends = source.byte() & 0x80 != 0
  let bytes = [UInt8](source.all())
  if sends {
    send(String(decoding: bytes, as: UTF8.self))
  } else {
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      receive(Array(line))
    }
  }
  return 0
}

/// Writes a command with a text. The command must be one line. It must contain the whole text, or the beginning of a
/// text that is too long.
private func send(_ text: String) {
  let line = AssuanCommand("SETDESC", text).bytes
  precondition(line.count <= AssuanCommand.byteLimit + 1 && line.starts(with: "SETDESC ".utf8))
  precondition(line.last == 0x0A && !line.dropLast().contains { $0 < 0x20 || $0 == 0x7F })
  guard let said = unescaped(Array(line.dropFirst(8).dropLast())) else {
    preconditionFailure("a command is malformed")
  }
  precondition(text.utf8.starts(with: said))
  // A text is truncated only before a character that does not fit. A character needs at most twelve bytes.
  precondition(said.count == text.utf8.count || line.count > AssuanCommand.byteLimit - 12)
  precondition(String(validating: said, as: UTF8.self) != nil)
}

/// Reads a line. The line belongs to the protocol or is rejected. A data line must keep all its bytes.
private func receive(_ line: [UInt8]) {
  let reply = line.withUnsafeBytes { AssuanReply($0) }
  switch reply {
  case .data(let begin):
    precondition(begin == 2 && line.starts(with: "D ".utf8))
    let data = Array(line.dropFirst(begin))
    // A byte that does not begin an escape stands for itself.
    if !data.contains(0x25) { precondition(unescaped(data) == data || data.count > 1 << 20) }
    if let plain = unescaped(data) { precondition(plain.count <= data.count) }
  case .ok: precondition(line.starts(with: "OK".utf8))
  case .error: precondition(line.starts(with: "ERR".utf8))
  case .inquiry: precondition(line.starts(with: "INQUIRE".utf8))
  case .other: precondition(line.first == 0x23 || line.first == 0x53)
  case .garbage: break
  }
}

/// Decodes the escapes in data. Returns nil if the data is malformed.
private func unescaped(_ data: [UInt8]) -> [UInt8]? {
  guard var secret = try? PinentrySecret() else { return nil }
  let isWhole = data.withUnsafeBytes { (data) -> Bool in
    do {
      try secret.append(escaped: data)
      return true
    } catch { return false }
  }
  guard isWhole else { return nil }
  guard let passcode = try? secret.passcode() else { return [] }
  return try? passcode.withBytes { (bytes) -> [UInt8] in Array(bytes) }
}
