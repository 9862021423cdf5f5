package import KeychainCrypto
package import KeychainModel

/// A proof that the passcode was given to a keychain. The service keeps the proof until this object is released.
package final class PasscodeProof: Sendable {
  let keychain: KeychainClient
  let handle: Handle
  private let marker = ForkDetector()

  init(_ keychain: KeychainClient, _ handle: Handle) {
    self.keychain = keychain
    self.handle = handle
  }

  deinit { if isOfThisProcess { keychain.close(handle) } }

  /// False in the child of a fork, because the proof belongs to the parent.
  var isOfThisProcess: Bool { marker.isThisProcess }

  /// Whether the proof is still valid. A change or a removal of the passcode ends it.
  package func isCurrent() throws(KeychainError) -> Bool {
    guard isOfThisProcess else { return false }
    do throws(KeychainError) {
      return try keychain.send(.isCurrent(handle)).flag()
    } catch {
      if error.cause == .unknownProof { return false }
      throw error
    }
  }
}

/// The proof and the password of a program. They open the items whose access control requires them.
///
/// The service gets them with the first request that needs them, and keeps them until this object is released.
package final class AccessProof: Sendable {
  private struct Opened: Sendable {
    let keychain: KeychainClient
    let handle: Handle
    private let marker = ForkDetector()

    init(_ keychain: KeychainClient, _ handle: Handle) {
      self.keychain = keychain
      self.handle = handle
    }

    /// Whether the handle is valid in a session. In the child of a fork it is not, because it belongs to the parent.
    func isOfUse(to other: KeychainClient) -> Bool { marker.isThisProcess && keychain.isSameSession(as: other) }

    func close() { if marker.isThisProcess { keychain.close(handle) } }
  }

  /// The password of the program; nil when the program supplied none.
  package let applicationPassword: Passcode?

  /// The proof of the passcode; nil when the passcode was not given.
  package let passcode: PasscodeProof?

  private let isTypedOnce: Bool
  private let opened = ForkSafeMutex<Opened?>(nil)

  /// - Parameter isTypedOnce: Whether a person typed the password only once, so that it may be mistyped.
  package init(
    applicationPassword: Passcode? = nil, passcode: PasscodeProof? = nil, isTypedOnce: Bool = false
  ) {
    self.applicationPassword = applicationPassword
    self.passcode = passcode
    self.isTypedOnce = isTypedOnce
  }

  deinit { opened.withLock { $0 }?.close() }

  /// Whether the password may guard a new item. There must be a password, and the program supplied it, it was typed
  /// twice, or it has opened an item.
  package var mayGuard: Bool {
    guard applicationPassword != nil else { return false }
    guard isTypedOnce else { return true }
    guard let opened = opened.withLock({ $0 }) else { return false }
    return (try? opened.keychain.send(.mayGuard(opened.handle)).flag()) ?? false
  }

  /// Combines both proofs. The parts of `other` have precedence.
  package func adding(_ other: AccessProof) -> AccessProof {
    let source = other.applicationPassword == nil ? self : other
    return AccessProof(
      applicationPassword: source.applicationPassword, passcode: other.passcode ?? passcode,
      isTypedOnce: !source.mayGuard)
  }

  /// The handle in a session; nil when no part of the proof is valid there.
  func handle(_ keychain: KeychainClient) throws(KeychainError) -> Handle? {
    if let opened = opened.withLock({ $0 }), opened.isOfUse(to: keychain) { return opened.handle }
    // The lock is released before the call.
    guard let handle = try open(keychain) else { return nil }
    let mine = Opened(keychain, handle)
    let (present, surplus) = opened.withLock { opened -> (Handle, Opened?) in
      // Another thread may have opened a handle meanwhile.
      if let opened, opened.isOfUse(to: keychain) { return (opened.handle, mine) }
      defer { opened = mine }
      return (handle, opened)
    }
    surplus?.close()
    return present
  }

  private func open(_ keychain: KeychainClient) throws(KeychainError) -> Handle? {
    func open(_ passcode: Handle?) throws(KeychainError) -> Handle? {
      guard applicationPassword != nil || passcode != nil else { return nil }
      return try keychain.send(
        .openProof(applicationPassword: applicationPassword, isTypedOnce: isTypedOnce, passcode: passcode)
      ).handle()
    }
    guard let passcode, passcode.isOfThisProcess, passcode.keychain.isSameSession(as: keychain) else {
      return try open(nil)
    }
    do throws(KeychainError) {
      return try open(passcode.handle)
    } catch {
      // The proof of the passcode has ended. The service reports it as missing, and the client asks the person again.
      guard error.cause == .unknownProof else { throw error }
      return try open(nil)
    }
  }

  /// Forgets a handle that the service does not know, unless another thread has already opened a new handle.
  func forget(_ handle: Handle) {
    opened.withLock { opened in if opened?.handle == handle { opened = nil } }
  }
}
