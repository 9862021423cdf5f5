import FuzzSupport

@testable import Keychain
@testable import KeychainModel

/// Reads the bytes as a call of a service, and executes the call in a separate keychain. The executed calls concern
/// items, proofs, work, changes and locking, and need no other process.
///
/// Handles in a call are replaced with handles that the client has received, so that the handles are valid. The first
/// byte is ignored, so `fuzz-messages` and this fuzzer share their seeds.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count).dropFirst()
  if let call = try? Call(message: UnsafeRawBufferPointer(rebasing: bytes)) { perform(call) }
  return 0
}

private let keychain = LocalKeychain(
  StoreLocation(home: FuzzKeychain.isReady ? FuzzKeychain.folder : "/"))
private let caller = Caller(accessGroups: ["app", "login"], sharedGroups: ["login"])

/// A client, and the handles that the client has received.
private struct Client {
  let peer = Peer(caller, in: ClientSession(identity: [1]), permissions: .all)
  var proof: Handle?
  var work: Handle?
}

nonisolated(unsafe) private var client = Client()

private func perform(_ call: Call) {
  let proof = client.proof
  let request: Request
  switch call.request {
  case .items(let items, let handle): request = .items(items, proof: handle.flatMap { _ in proof })
  case .candidates(let candidates, let handle): request = .candidates(candidates, proof: handle.flatMap { _ in proof })
  case .use(let operation, let handle): request = .use(operation, proof: handle.flatMap { _ in proof })
  case .openProof(let password, let isTypedOnce, let passcode):
    request = .openProof(
      applicationPassword: password, isTypedOnce: isTypedOnce, passcode: passcode.flatMap { _ in proof })
  case .isCurrent(let handle): request = .isCurrent(proof ?? handle)
  case .mayGuard(let handle): request = .mayGuard(proof ?? handle)
  case .closeProof(let handle): request = .closeProof(proof ?? handle)
  case .begin(.compact), .begin(.rotateKeys): return
  case .begin(.add(let requests, let sparingPresent, let handle)):
    request = .begin(.add(requests, sparingPresent: sparingPresent, proof: handle.flatMap { _ in proof }))
  case .next(let handle): request = .next(client.work ?? handle)
  case .write(let handle, let bytes): request = .write(client.work ?? handle, bytes)
  case .cancel(let handle): request = .cancel(client.work ?? handle)
  case .duplicates, .countUnreadable, .countItems, .begin, .changes, .outcome, .status, .lock, .canBeLocked, .isPresent:
    request = call.request
  default: return
  }
  let performed = Call(request, timeLimit: .zero, identifier: call.identifier)
  switch (request, try? keychain.send(performed, from: client.peer)) {
  case (.openProof, .handle(let handle)?): client.proof = handle
  case (.begin, .handle(let handle)?):
    end(client.work)
    client.work = handle
  case (_, let reply?): precondition((try? Result<Reply, KeychainError>.success(reply).message()) != nil)
  default: break
  }
}

/// Ends the work of an earlier call, so that every run is reproducible.
private func end(_ work: Handle?) {
  guard let work else { return }
  _ = try? keychain.send(Call(.cancel(work)), from: client.peer)
  while let reply = try? keychain.send(Call(.next(work)), from: client.peer) {
    if case .ended = reply { return }
  }
}
