package import KeychainCrypto
package import KeychainModel

/// That the passcode was given to a keychain. The service keeps the proof until this object goes.
package final class PasscodeProof: Sendable {
  let keychain: KeychainClient
  let handle: Handle
  private let marker = ForkDetector()

  init(_ keychain: KeychainClient, _ handle: Handle) {
    self.keychain = keychain
    self.handle = handle
  }

  deinit { if isOfThisProcess { keychain.close(handle) } }

  /// False in the child of a fork: the proof is the parent's.
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

/// What a program has proven, or brings along: it opens the items whose access control asks for that.
///
/// The service gets it with the first request that needs it, and keeps it until this object goes.
package final class AccessProof: Sendable {
  private struct Opened: Sendable {
    let keychain: KeychainClient
    let handle: Handle
    private let marker = ForkDetector()

    init(_ keychain: KeychainClient, _ handle: Handle) {
      self.keychain = keychain
      self.handle = handle
    }

    /// Whether the handle is of use in a session. In the child of a fork it is not: it is the parent's.
    func isOfUse(to other: KeychainClient) -> Bool { marker.isThisProcess && keychain.isSameSession(as: other) }

    func close() { if marker.isThisProcess { keychain.close(handle) } }
  }

  /// The password of the program; nil when it brought none.
  package let applicationPassword: Passcode?

  /// That the passcode was given; nil when it was not.
  package let passcode: PasscodeProof?

  private let isTypedOnce: Bool
  private let opened = ForkSafeMutex<Opened?>(nil)

  /// - Parameter isTypedOnce: Whether a person typed the password, once: it may be mistyped.
  package init(
    applicationPassword: Passcode? = nil, passcode: PasscodeProof? = nil, isTypedOnce: Bool = false
  ) {
    self.applicationPassword = applicationPassword
    self.passcode = passcode
    self.isTypedOnce = isTypedOnce
  }

  deinit { opened.withLock { $0 }?.close() }

  /// Whether a new item may be guarded by the password: there is one, and the program supplied it, it was typed twice,
  /// or it has opened an item.
  package var mayGuard: Bool {
    guard applicationPassword != nil else { return false }
    guard isTypedOnce else { return true }
    guard let opened = opened.withLock({ $0 }) else { return false }
    return (try? opened.keychain.send(.mayGuard(opened.handle)).flag()) ?? false
  }

  /// Both together; what the other has is preferred.
  package func adding(_ other: AccessProof) -> AccessProof {
    let source = other.applicationPassword == nil ? self : other
    return AccessProof(
      applicationPassword: source.applicationPassword, passcode: other.passcode ?? passcode,
      isTypedOnce: !source.mayGuard)
  }

  /// The handle in a session; nil when there is nothing that is of use there.
  func handle(_ keychain: KeychainClient) throws(KeychainError) -> Handle? {
    if let opened = opened.withLock({ $0 }), opened.isOfUse(to: keychain) { return opened.handle }
    // No lock is held during a call.
    guard let handle = try open(keychain) else { return nil }
    let mine = Opened(keychain, handle)
    let (present, surplus) = opened.withLock { opened -> (Handle, Opened?) in
      // Another thread may have opened one meanwhile.
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
      // The proof of the passcode has ended. The service says that it is missing, and the client asks the person again.
      guard error.cause == .unknownProof else { throw error }
      return try open(nil)
    }
  }

  /// Forgets a handle that the service does not know, unless another thread did and opened a new one.
  func forget(_ handle: Handle) {
    opened.withLock { opened in if opened?.handle == handle { opened = nil } }
  }
}
