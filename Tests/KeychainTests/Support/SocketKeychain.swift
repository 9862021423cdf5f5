import Foundation
import Glibc
import KeychainModel
import TestSupport

@testable import Keychain

/// A keychain behind socket pairs, like a keychain in another process. The connections can break.
///
/// A thread serves each connection, and each connection has its own session. The client has the same identity in all
/// connections.
final class SocketKeychain: KeychainService {
  /// The moment at which a connection breaks.
  enum Break: Sendable {
    /// The connection breaks before the service carries out the call. The service never carries out this call.
    case beforeCall
    /// The connection breaks after the service has carried out the call, and before it sends the answer.
    case beforeAnswer
    /// The connection breaks while the service carries out the call. The service continues when the client sends the
    /// call again, under another identifier.
    case duringCall
    /// Like `beforeAnswer`, but no new connection is possible afterwards.
    case forGood
  }

  private struct PlannedBreak: Sendable {
    let kind: Break
    let isFor: @Sendable (Request) -> Bool
    /// Runs after the service has carried out the call, and before the connection breaks.
    let action: @Sendable () -> Void
  }

  private struct State: Sendable {
    var socket: FrameSocket?
    /// The planned breaks. Each break applies to the first request for which `isFor` returns true, and is then removed.
    var breaks: [PlannedBreak] = []
    var received: [Call] = []
    var isReachable = true
    /// The number of connections to refuse before new connections are possible again; nil for no end.
    var refusals: Int?
    /// The requests whose answers are garbled. Each entry applies to one request.
    var garbled: [@Sendable (Request) -> Bool] = []
  }

  let isInProcess = false
  private let keychain: LocalKeychain
  private let state = ForkSafeMutex(State())
  /// Signals that the client has repeated a call while the first call is still running.
  private let again = DispatchSemaphore(value: 0)

  init(_ keychain: LocalKeychain) { self.keychain = keychain }

  deinit { disconnect() }

  /// Plans breaks of the connection. Each break applies to one request for which `isFor` returns true.
  ///
  /// - Parameter action: Runs after the service has carried out the call, and before the connection breaks.
  func cut(
    _ kinds: Break..., thenRunning action: @escaping @Sendable () -> Void = {},
    at isFor: @escaping @Sendable (Request) -> Bool
  ) {
    state.withLock { state in
      state.breaks += kinds.map { PlannedBreak(kind: $0, isFor: isFor, action: action) }
    }
  }

  /// Returns the calls that the service has received, and empties the list of received calls.
  func takeReceived() -> [Call] {
    state.withLock { state in
      defer { state.received = [] }
      return state.received
    }
  }

  /// Makes new connections possible again.
  func listenAgain() { state.withLock { $0.isReachable = true } }

  /// Makes new connections possible again after a number of connections was refused.
  func listenAgain(afterRefusing count: Int) { state.withLock { $0.refusals = count } }

  /// Garbles the answer to one request for which `isFor` returns true.
  func garbleAnswer(at isFor: @escaping @Sendable (Request) -> Bool) { state.withLock { $0.garbled.append(isFor) } }

  // MARK: The client

  func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    let message = try call.message()
    let socket = try connection(for: peer.caller)
    guard socket.send(message), let answer = socket.receive() else {
      disconnect()
      throw KeychainError(.notAvailable, "the connection broke", cause: .connectionLost)
    }
    let result: Result<Reply, KeychainError>
    do throws(KeychainError) {
      result = try answer.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
        try Result<Reply, KeychainError>(message: UnsafeRawBufferPointer(bytes))
      }
    } catch {
      // The next answer could belong to another call.
      disconnect()
      throw error
    }
    return try result.get()
  }

  private func connection(for caller: Caller) throws(KeychainError) -> FrameSocket {
    if let socket = state.withLock({ $0.socket }) { return socket }
    let isReachable = state.withLock { state in
      if !state.isReachable, let count = state.refusals {
        state.refusals = count - 1
        if count == 0 { state.isReachable = true }
      }
      return state.isReachable
    }
    guard isReachable else {
      throw KeychainError(.notAvailable, "nobody listens")
    }
    var pair: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
      throw KeychainError(.notAvailable, "no socket pair")
    }
    let (own, theirs) = (FrameSocket(pair[0]), FrameSocket(pair[1]))
    state.withLock { $0.socket = own }
    Thread.detachNewThread { [weak self] in
      let peer = Peer(caller, in: ClientSession(identity: [1]), permissions: .all)
      while let message = theirs.receive(), let answer = self?.serve(message, peer, theirs) {
        theirs.send(answer)
      }
      close(theirs.descriptor)
    }
    return own
  }

  private func disconnect() {
    let socket = state.withLock { $0.socket.take() }
    if let socket { close(socket.descriptor) }
  }

  // MARK: The service

  /// The answer to a message. Returns nil to close the connection.
  private func serve(_ message: [UInt8], _ peer: Peer, _ socket: FrameSocket) -> [UInt8]? {
    guard let call = message.withUnsafeBytes({ try? Call(message: $0) }) else { return nil }
    let (planned, isRepeated) = state.withLock { state in
      let isRepeated = call.identifier != nil && state.received.contains { $0.identifier != nil }
      state.received.append(call)
      let place = state.breaks.firstIndex { $0.isFor(call.request) }
      return (place.map { state.breaks.remove(at: $0) }, isRepeated)
    }
    if isRepeated { again.signal() }
    switch planned?.kind {
    case .beforeCall: return nil
    case .duringCall:
      shutdown(socket.descriptor, Int32(SHUT_RDWR))
      _ = again.wait(timeout: .now() + 30)
      _ = answer(call, peer)
      return nil
    case .beforeAnswer:
      _ = answer(call, peer)
      planned?.action()
      return nil
    case .forGood:
      _ = answer(call, peer)
      state.withLock { $0.isReachable = false }
      return nil
    case nil:
      var answer = answer(call, peer)
      let isGarbled = state.withLock { state in
        guard let place = state.garbled.firstIndex(where: { $0(call.request) }) else { return false }
        state.garbled.remove(at: place)
        return true
      }
      if isGarbled, let last = answer?.indices.last { answer?[last] ^= 0xFF }
      return answer
    }
  }

  private func answer(_ call: Call, _ peer: Peer) -> [UInt8]? {
    let result: Result<Reply, KeychainError>
    do throws(KeychainError) {
      result = .success(try keychain.send(call, from: peer))
    } catch { result = .failure(error) }
    return try? result.message()
  }
}
