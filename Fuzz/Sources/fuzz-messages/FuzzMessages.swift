import FuzzSupport

@testable import Keychain
@testable import KeychainModel

/// Reads bytes as a call of a service, and as the answer to one. What is read is written and read again as the same. A
/// call about items is also carried out, in a keychain of its own.
///
/// The first byte says which.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  switch source.number(below: 8) {
  case 0: readAnswer([UInt8](source.all()))
  case 1: perform([UInt8](source.all()))
  default: _ = readCall([UInt8](source.all()))
  }
  return 0
}

private func readCall(_ bytes: [UInt8]) -> Call? {
  guard let call = bytes.withUnsafeBytes({ try? Call(message: $0) }) else { return nil }
  guard let message = try? call.message(),
    let again = message.withUnsafeBytes({ try? Call(message: $0) })
  else { fatalError("a call that was read is not written") }
  precondition((try? again.message()) == message)
  return call
}

private func readAnswer(_ bytes: [UInt8]) {
  let answer = bytes.withUnsafeBytes { try? Result<Reply, KeychainError>(message: $0) }
  guard let answer else { return }
  guard let message = try? answer.message(),
    let again = message.withUnsafeBytes({ try? Result<Reply, KeychainError>(message: $0) })
  else { fatalError("an answer that was read is not written") }
  precondition((try? again.message()) == message)
}

private let keychain = LocalKeychain(
  StoreLocation(home: FuzzKeychain.isReady ? FuzzKeychain.folder : "/"))
private let peer = Peer(Caller(accessGroups: ["app", "login"], sharedGroups: ["login"]))

private func perform(_ bytes: [UInt8]) {
  guard var call = readCall(bytes) else { return }
  call.keychain = .standard
  call.timeLimit = nil
  switch call.request {
  case .items, .duplicates, .countUnreadable: _ = try? keychain.send(call, from: peer)
  default: break
  }
}
