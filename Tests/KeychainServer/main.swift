import Foundation
import Glibc
import Keychain
import KeychainModel
import LockTestSupport
import Security
import ServiceTestSupport
import Synchronization
import TestSupport
import Vault

// A process that serves keychains to a test process over eight socket pairs. The socket pairs are the descriptors 0, 1
// and 3 to 8. The server trusts the test process, which sends the caller and the time with each call. The server ends
// when the test process ends.

/// A clock whose time the test process sends.
final class SentClock: KeychainClock {
  private let time = Mutex(0.0)
  var now: Double { time.withLock { $0 } }
  func set(_ now: Double) { time.withLock { $0 = now } }
}

/// The keychains that the server serves, and the simulated kernels. `keychains` is indexed by the number of the
/// keychain. `kernels` is indexed by the folder of the machine.
struct Served: Sendable {
  var keychains: [Int: (keychain: LocalKeychain, clock: SentClock?, session: ClientSession)] = [:]
  var kernels: [String: MemoryCustody] = [:]
}

let served = Mutex(Served())

@Sendable func make(_ place: Envelope.Place) -> (LocalKeychain, SentClock?, ClientSession) {
  var location = StoreLocation(home: place.home)
  location.adminDirectory = place.adminDirectory
  var locking = UnlockContext.system
  if let machine = place.machine {
    let kernel = served.withLock { served in
      if let kernel = served.kernels[machine] { return kernel }
      let kernel = MemoryCustody()
      served.kernels[machine] = kernel
      return kernel
    }
    locking = TestMachine.context(kernel, TestMachineClock())
  }
  let clock = place.hasClock ? SentClock() : nil
  let keychain = LocalKeychain(location, clock: clock ?? SystemClock(), locking: locking)
  return (keychain, clock, ClientSession(identity: [1]))
}

@Sendable func answer(_ envelope: Envelope, _ message: [UInt8]) throws(KeychainError) -> Reply {
  guard let entry = served.withLock({ $0.keychains[envelope.keychain] }) else {
    throw KeychainError(.notAvailable, "the server has no such keychain")
  }
  if let time = envelope.time { entry.clock?.set(time) }
  let call = try message.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
    try Call(message: UnsafeRawBufferPointer(bytes))
  }
  let caller = Caller(
    accessGroups: envelope.accessGroups, sharedGroups: Set(envelope.sharedGroups),
    entitlements: Set(envelope.entitlements))
  // Only the process of the service can close the files. A test closes the files before it changes them.
  if case .close = call.request { return try entry.keychain.send(call, from: Peer(caller)) }
  return try entry.keychain.send(call, from: Peer(caller, in: entry.session, permissions: .all))
}

@Sendable func serve(_ socket: FrameSocket) {
  while let header = socket.receive(), let message = socket.receive() {
    guard let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(header)) else { break }
    switch envelope.kind {
    case .hello:
      if let place = envelope.place {
        let made = make(place)
        served.withLock { $0.keychains[envelope.keychain] = made }
      }
      socket.send([])
    case .bye:
      served.withLock { $0.keychains[envelope.keychain] = nil }
      socket.send([])
    case .restart:
      served.withLock { served in served.kernels[envelope.machine ?? ""]?.clear() }
      socket.send([])
    case .call:
      let result: Result<Reply, KeychainError>
      do throws(KeychainError) {
        result = .success(try answer(envelope, message))
      } catch { result = .failure(error) }
      // Without an answer, the client asks for the outcome of the call.
      guard let answer = try? result.message() else {
        close(socket.descriptor)
        return
      }
      socket.send(answer)
    }
  }
  close(socket.descriptor)
}

for descriptor: Int32 in [1, 3, 4, 5, 6, 7, 8] {
  Thread.detachNewThread { serve(FrameSocket(descriptor)) }
}
serve(FrameSocket(0))
