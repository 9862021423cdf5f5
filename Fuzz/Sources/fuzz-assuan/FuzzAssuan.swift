import Foundation
import FuzzSupport

@testable import KeychainCrypto
@testable import KeychainPrompt

/// Takes bytes for what a server of the Assuan protocol sends, and for a text that is sent to one.
///
/// The first byte says which of both, and in how many parts the bytes come.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let choice = source.byte()
  let bytes = [UInt8](source.all())
  if choice & 0x80 != 0 {
    send(String(decoding: bytes, as: UTF8.self))
  } else {
    receive(bytes, partCount: Int(choice & 3) + 1)
  }
  return 0
}

/// A command is one line, which says the text, or its beginning where it is too long.
private func send(_ text: String) {
  let line = AssuanCommand("SETDESC", text).bytes
  precondition(line.count <= AssuanCommand.byteLimit + 1 && line.starts(with: "SETDESC ".utf8))
  precondition(line.last == 0x0A && !line.dropLast().contains { $0 < 0x20 || $0 == 0x7F })
  let argument = Array(line.dropFirst(8).dropLast())
  guard let said = unescaped(argument) else { preconditionFailure("a command is malformed") }
  precondition(text.utf8.starts(with: said))
  // It is cut only where the next character has no room, which takes twelve bytes at most.
  precondition(said.count == text.utf8.count || line.count > AssuanCommand.byteLimit - 12)
  precondition(String(validating: said, as: UTF8.self) != nil)
}

/// What data says; nil where it is malformed.
private func unescaped(_ data: [UInt8]) -> [UInt8]? {
  do {
    var secret = try PinentrySecret()
    try data.withUnsafeBytes { (data) throws(AssuanChannel.Failure) in
      try secret.append(escaped: data)
    }
    return try secret.passcode()?.withBytes { Array($0) } ?? []
  } catch {
    return nil
  }
}

/// The lines that are received are those that were sent, whatever parts they come in.
private func receive(_ bytes: [UInt8], partCount: Int) {
  var ends: [Int32] = [-1, -1]
  guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
    preconditionFailure("no sockets")
  }
  defer { for end in ends where end >= 0 { close(end) } }
  guard let cancellation = PromptCancellation(),
    var channel = try? AssuanChannel(ends[0], until: .max, cancellation)
  else { preconditionFailure("no channel") }
  var rest = bytes[...]
  var lines: [[UInt8]] = []
  var isOver = false
  for part in 1...partCount {
    let piece = part == partCount ? rest : rest.prefix(bytes.count / partCount)
    rest = rest.dropFirst(piece.count)
    precondition(
      Array(piece).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == piece.count)
    if part == partCount {
      close(ends[1])
      ends[1] = -1
    }
    // Only as many as are there: it waits for others.
    let known =
      bytes[..<(bytes.count - rest.count)].split(
        separator: 0x0A, omittingEmptySubsequences: false
      ).count - 1
    while !isOver, part == partCount || lines.count < known {
      guard let line = line(&channel) else {
        isOver = true
        break
      }
      lines.append(line)
    }
  }
  // The first line that is too long ends it.
  let sent = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map(
    Array.init)
  precondition(lines == Array(sent.prefix { $0.count <= AssuanCommand.byteLimit }))
}

/// The next line; nil at the end.
private func line(_ channel: inout AssuanChannel) -> [UInt8]? {
  try? channel.receive { (line) throws(AssuanChannel.Failure) in
    if case .data(let begin) = AssuanReply(line) {
      precondition(begin <= line.count)
      let data = Array(line.dropFirst(begin))
      // What is no escape stands for itself.
      if !data.contains(0x25) { precondition(unescaped(data) == data) }
    }
    return Array(line)
  }
}
