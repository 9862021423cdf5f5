import FuzzSupport

@testable import Keychain
@testable import KeychainModel

/// Reads the bytes as a reply of a service if the first byte is even, otherwise as a call. Reading a message and
/// writing it again must give the same bytes. `fuzz-calls` executes calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let isReply = source.number(below: 2) == 0
  let message = [UInt8](source.all())
  if isReply { readAnswer(message) } else { readCall(message) }
  return 0
}

private func readCall(_ bytes: [UInt8]) {
  guard let call = bytes.withUnsafeBytes({ try? Call(message: $0) }) else { return }
  precondition((try? call.message()) == bytes, "a call has another message")
}

private func readAnswer(_ bytes: [UInt8]) {
  guard let answer = bytes.withUnsafeBytes({ try? Result<Reply, KeychainError>(message: $0) }) else { return }
  // An error with a number that this version does not know is read as an error without the number.
  guard case .success(let reply) = answer, !reply.hasError else { return }
  precondition((try? answer.message()) == bytes, "an answer has another message")
}

extension Reply {
  /// Whether the reply contains an error.
  fileprivate var hasError: Bool {
    switch self {
    case .refusal(.some), .rotation(.some), .verification: true
    case .ended(let reply), .committed(let reply, _): reply.hasError
    default: false
    }
  }
}
