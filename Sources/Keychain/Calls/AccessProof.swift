package import KeychainCrypto
package import KeychainModel

/// That the passcode was given to a keychain. The service keeps the proof until this object goes.
package final class PasscodeProof: Sendable {
  let keychain: KeychainClient
  let handle: Handle

  init(_ keychain: KeychainClient, _ handle: Handle) {
    self.keychain = keychain
    self.handle = handle
  }

  deinit { keychain.close(handle) }

  /// Whether the proof is still valid. A removal of the passcode ends it, and a change does not.
  package func isCurrent() throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      return try keychain.send(.isCurrent(handle)).flag()
    } catch {
      if error.cause == .unknownHandle { return false }
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
  }

  /// The password of the program; nil when it brought none.
  package let applicationPassword: Passcode?

  /// That the passcode was given; nil when it was not.
  package let passcode: PasscodeProof?

  private let isTypedOnce: Bool
  private let opened = Guarded<Opened?>(nil)

  /// - Parameter isTypedOnce: Whether a person typed the password, once: it may be mistyped.
  package init(
    applicationPassword: Passcode? = nil, passcode: PasscodeProof? = nil, isTypedOnce: Bool = false
  ) {
    self.applicationPassword = applicationPassword
    self.passcode = passcode
    self.isTypedOnce = isTypedOnce
  }

  deinit { opened.withLock { $0.map { $0.keychain.close($0.handle) } } }

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

  /// The handle of a service; nil when there is nothing that it could use.
  func handle(_ keychain: KeychainClient) throws(KeychainError) -> Handle? {
    let passcode = passcode.flatMap { $0.keychain.isSameService(as: keychain) ? $0 : nil }
    guard applicationPassword != nil || passcode != nil else { return nil }
    return try opened.withLock { (opened) throws(KeychainError) in
      if let opened, opened.keychain.isSameService(as: keychain) { return opened.handle }
      let handle = try keychain.send(
        .openProof(
          applicationPassword: applicationPassword, isTypedOnce: isTypedOnce,
          passcode: passcode?.handle)
      ).handle()
      opened.map { $0.keychain.close($0.handle) }
      opened = Opened(keychain: keychain, handle: handle)
      return handle
    }
  }

  /// Forgets a handle that the service does not know. The service was restarted.
  func forgetHandle() { opened.withLock { $0 = nil } }
}
