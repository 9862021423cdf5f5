package import KeychainCrypto
package import KeychainModel

/// A proof that a client gave the passcode of a keychain. The service keeps the proof until this object is released.
package final class PasscodeProof: Sendable {
  let keychain: KeychainClient
  let handle: Handle
  private let marker = ForkDetector()

  init(_ keychain: KeychainClient, _ handle: Handle) {
    self.keychain = keychain
    self.handle = handle
  }

  deinit { if isOfThisProcess { keychain.close(handle) } }

  /// False in the child of a fork, because the proof belongs to the parent process.
  var isOfThisProcess: Bool { marker.isThisProcess }

  /// Whether the proof is still valid. A change or a removal of the passcode invalidates the proof.
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

/// The proof of the passcode and the application password of a program. The proof and the password open the items whose
/// access control requires a proof or a password.
///
/// The client sends both to the service with the first request that needs the access proof. The service keeps both
/// until this object is released.
package final class AccessProof: Sendable {
  private struct Opened: Sendable {
    let keychain: KeychainClient
    let handle: Handle
    private let marker = ForkDetector()

    init(_ keychain: KeychainClient, _ handle: Handle) {
      self.keychain = keychain
      self.handle = handle
    }

    /// Whether the handle is valid in the session of `other`. In the child of a fork the handle is not valid, because
    /// the handle belongs to the parent process.
    func isOfUse(to other: KeychainClient) -> Bool { marker.isThisProcess && keychain.isSameSession(as: other) }

    func close() { if marker.isThisProcess { keychain.close(handle) } }
  }

  /// The application password; nil when the program supplied no password.
  package let applicationPassword: Passcode?

  /// The proof of the passcode; nil when the passcode was not given.
  package let passcode: PasscodeProof?

  private let isTypedOnce: Bool
  private let opened = ForkSafeMutex<Opened?>(nil)

  /// - Parameter isTypedOnce: Whether a person typed the password only once, so that the password may contain a typing
  ///   error.
  package init(
    applicationPassword: Passcode? = nil, passcode: PasscodeProof? = nil, isTypedOnce: Bool = false
  ) {
    self.applicationPassword = applicationPassword
    self.passcode = passcode
    self.isTypedOnce = isTypedOnce
  }

  deinit { opened.withLock { $0 }?.close() }

  /// Whether the application password may guard a new item. False without a password. A password that a person typed
  /// only once may guard a new item only after the password has opened another item.
  package var mayGuard: Bool {
    guard applicationPassword != nil else { return false }
    guard isTypedOnce else { return true }
    guard let opened = opened.withLock({ $0 }) else { return false }
    return (try? opened.keychain.send(.mayGuard(opened.handle)).flag()) ?? false
  }

  /// Combines this proof with `other`. The parts of `other` have precedence.
  package func adding(_ other: AccessProof) -> AccessProof {
    let source = other.applicationPassword == nil ? self : other
    return AccessProof(
      applicationPassword: source.applicationPassword, passcode: other.passcode ?? passcode,
      isTypedOnce: !source.mayGuard)
  }

  /// The handle of this proof in the session of `keychain`. Nil when no part of the proof is valid in that session.
  func handle(_ keychain: KeychainClient) throws(KeychainError) -> Handle? {
    if let opened = opened.withLock({ $0 }), opened.isOfUse(to: keychain) { return opened.handle }
    // The lock of `opened` is not held during the call to the service, because the call may be slow.
    guard let handle = try open(keychain) else { return nil }
    let mine = Opened(keychain, handle)
    let (present, surplus) = opened.withLock { opened -> (Handle, Opened?) in
      // If another thread has opened a handle during the call, that handle is used, and the new handle is closed.
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
      // The proof of the passcode has ended, so the new handle does not contain this proof. When an item requires the
      // proof, the service reports that the proof is missing, and the client asks the person again.
      guard error.cause == .unknownProof else { throw error }
      return try open(nil)
    }
  }

  /// Forgets a handle that the service does not know, unless another thread has already opened a new handle.
  func forget(_ handle: Handle) {
    opened.withLock { opened in if opened?.handle == handle { opened = nil } }
  }
}
