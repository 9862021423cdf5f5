package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel

/// Tries the passcode that this process received at its start, when it first opens a locked vault. After a later
/// locking, the passcode is never tried again. Until then it is tried again in these cases:
///
/// - The unlocking is still valid, and the vault has newer keys.
/// - The unlocking is still valid, and this process is the child of a fork, without the keys of its parent.
/// - The passcode was wrong, and the passcode file or the salt of the passcode changed.
struct AutomaticUnlock {
  /// The outcome of the latest attempt with the passcode.
  struct Record: Sendable {
    enum Outcome: Sendable {
      /// The passcode was not tried yet, because the vault has no passcode or the attempt was not possible.
      case untried(notBefore: Int64)
      /// The vault was unlocked, by any process.
      case unlocked(UnlockValidity)
      case failed(KeychainError, salt: [UInt8], file: FileStatus?)
    }

    /// The lock identifier when the record was made. The passcode is not tried under another identifier.
    let lockID: RowIdentifier?
    let outcome: Outcome

    /// The record after this process locked the vault.
    static let over = Record(lockID: nil, outcome: .untried(notBefore: .max))

    /// The reason why the passcode cannot unlock the vault.
    var failure: KeychainError? {
      guard case .failed(let error, _, _) = outcome else { return nil }
      return error.failureCause == .passcodeFileUnusable ? error : nil
    }
  }

  let location: VaultLocation
  let opened: OpenedFiles
  let context: UnlockContext
  let deadline: Deadline
  /// The number of lockings of the vault in this process before the search for its keys.
  let lockings: UInt64

  /// The time in nanoseconds before a process repeats an attempt that was not possible.
  private static let pause: Int64 = 1_000_000_000

  private var vaultID: RowIdentifier { opened.keybag.vaultID }

  /// Returns the keys that the passcode opens; nil when the passcode is not tried or opens no key.
  ///
  /// - Parameter found: The keys that are available without the passcode.
  func run(_ found: OpenKeys) -> OpenKeys? {
    let entry = context.cache.entry(vaultID)
    guard opened.keybag.hasPasscode else {
      if entry.automaticUnlock == nil { keep(.untried(notBefore: .min)) }
      return nil
    }
    if let validity = found.validity, found.lockState == .unlocked {
      keep(.unlocked(validity))
      return nil
    }
    guard let validity = validity(entry.automaticUnlock) else { return nil }
    return attempt(validity)
  }

  /// Stores the outcome of the attempt and the unlocked keys, unless this process locked the vault meanwhile.
  @discardableResult
  private func keep(_ outcome: Record.Outcome, _ keys: OpenKeys? = nil) -> Bool {
    context.cache.update(vaultID, since: lockings) { entry in
      entry.automaticUnlock = Record(lockID: opened.state.lockID, outcome: outcome)
      if let keys { entry.unlock(keys) }
    }
  }

  /// The validity of an unlocking with the passcode; nil when the passcode may not be tried.
  private func validity(_ record: Record?) -> UnlockValidity? {
    let now = UnlockValidity(opened.state, context.clock)
    guard let record else { return now }
    guard record.lockID == opened.state.lockID else { return nil }
    switch record.outcome {
    case .untried(let notBefore): return now.time >= notBefore ? now : nil
    case .unlocked(let validity): return validity.holds(opened.state, context.clock) ? validity : nil
    case .failed(_, let salt, let file): return salt != opened.keybag.passcodeSalt || file != fileStatus() ? now : nil
    }
  }

  private func fileStatus() -> FileStatus? { (try? PasscodeSource(location)?.status()) ?? nil }

  private func attempt(_ validity: UnlockValidity) -> OpenKeys? {
    let file = fileStatus()
    do throws(KeychainError) {
      guard let source = try PasscodeSource(location) else { return nil }
      let key = try key(of: source)
      let ring = try KeyRing(opened.keybag, deviceKey: opened.deviceKey, passcodeKey: key)
      let keys = KeyResolution(opened, context).keys(ring, validity)
      // If the machine was suspended during the derivation, this unlocking has ended.
      guard validity.holds(opened.state, context.clock) else {
        keep(.unlocked(validity))
        return nil
      }
      guard keep(.unlocked(validity), keys) else { return nil }
      Log.notice("the keychain was unlocked for this process by the passcode that it was given")
      return keys
    } catch {
      switch error.failureCause {
      // Other processes gave wrong passcodes, or memory ran out. So it is unknown whether this passcode is correct.
      case .passcodeMustWait, .outOfMemory, .tooManyFiles, .timedOut:
        keep(.untried(notBefore: context.clock.now.time + Self.pause))
      default: keep(.failed(error, salt: opened.keybag.passcodeSalt, file: file))
      }
      report(error)
      return nil
    }
  }

  private func key(of source: PasscodeSource) throws(KeychainError) -> PasscodeKey {
    let passcode = try source.read()
    do throws(KeychainError) { return try opened.passcodeKey(passcode, context, until: deadline) } catch {
      throw error.failureCause == .passcodeWrong ? source.unusable(error) : error
    }
  }

  /// Logs that the passcode failed. The errors of calls only report that the keychain is locked. So if only a person
  /// can correct the failure, this process prints one message even without a log.
  private func report(_ error: KeychainError) {
    let message: LogMessage = "the passcode that this process was given does not unlock the keychain"
    if error.failureCause == .passcodeFileUnusable, !context.cache.hasReported.exchange(true, ordering: .relaxed) {
      Log.alert(message, error)
    } else {
      Log.error(message, error)
    }
  }
}

extension PasscodeSource {
  /// The source of the passcode for a location; nil when no passcode was given.
  package init?(_ location: VaultLocation) throws(KeychainError) {
    try self.init(file: location.passcodeFile, credentialsDirectory: location.credentials?.passcodePath)
  }
}

extension OpenedFiles {
  /// Derives and checks the key of a passcode. The parameters of the keybag determine the time of the derivation.
  func passcodeKey(
    _ passcode: Passcode, _ context: UnlockContext, until deadline: Deadline
  ) throws(KeychainError) -> PasscodeKey {
    guard keybag.hasPasscode else { throw Self.noPasscode }
    return try header.trying(passcode, at: context.clock.now, until: deadline) { () throws(KeychainError) in
      do throws(KeychainError) { return try keybag.passcodeKey(passcode, deviceKey: deviceKey) } catch {
        if error.code == .authenticationFailed { Log.notice("a wrong passcode was given") }
        throw error
      }
    }
  }

  /// - Throws: `missing` when a passcode is set but not given; `.notAvailable` when a passcode is given but not set.
  func require(_ passcode: Passcode?, or missing: @autoclosure () -> KeychainError) throws(KeychainError) {
    guard keybag.hasPasscode != (passcode != nil) else { return }
    throw keybag.hasPasscode ? missing() : Self.noPasscode
  }

  static var noPasscode: KeychainError { KeychainError(.notAvailable, "no passcode is set", because: .passcodeMissing) }
}
