package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel

/// Tries the passcode that this process was given when it was started.
///
/// It is tried once in a process, at the first opening of a locked vault. A locking that is later than that opening
/// lasts: the passcode is not tried again. It is tried again only for keys that are newer than an unlocking that still
/// holds, and in the child of a fork, which has none of its parent's keys. A wrong one stays wrong until the file, or the
/// salt of the vault's passcode, changes.
struct AutomaticUnlock {
  /// What became of the passcode so far.
  struct Record: Sendable {
    enum Outcome: Sendable {
      /// Nothing was tried yet: the vault has no passcode, or the trial could not be made.
      case untried(notBefore: Int64)
      /// The vault was unlocked, by whatever process.
      case unlocked(UnlockValidity)
      case failed(KeychainError, salt: [UInt8], file: FileStatus?)
    }

    /// The lock identifier then: another one is that of a locking, after which nothing is tried.
    let lockID: RowIdentifier?
    let outcome: Outcome

    /// After a locking of this process.
    static let over = Record(lockID: nil, outcome: .untried(notBefore: .max))

    /// Why the passcode is of no use.
    var failure: KeychainError? {
      guard case .failed(let error, _, _) = outcome else { return nil }
      return error.failureCause == .passcodeFileUnusable ? error : nil
    }
  }

  let location: VaultLocation
  let opened: OpenedFiles
  let context: UnlockContext
  let deadline: Deadline
  /// How often this process had locked the vault before its keys were looked for.
  let lockings: UInt64

  /// How long a process waits before it repeats a trial that could not be made, in nanoseconds.
  private static let pause: Int64 = 1_000_000_000

  private var vaultID: RowIdentifier { opened.keybag.vaultID }

  /// The keys that the passcode opens; nil when there is nothing to try, or it opens nothing.
  ///
  /// - Parameter found: The keys that can be had without it.
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

  /// Keeps what became of the passcode and the keys that it gave, unless this process locked the vault meanwhile.
  @discardableResult
  private func keep(_ outcome: Record.Outcome, _ keys: OpenKeys? = nil) -> Bool {
    context.cache.update(vaultID, since: lockings) { entry in
      entry.automaticUnlock = Record(lockID: opened.state.lockID, outcome: outcome)
      if let keys { entry.unlock(keys) }
    }
  }

  /// When the unlocking begins that a trial gives; nil when nothing may be tried.
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
      // The machine may have been suspended meanwhile: then the unlocking that was given is over.
      guard validity.holds(opened.state, context.clock) else {
        keep(.unlocked(validity))
        return nil
      }
      guard keep(.unlocked(validity), keys) else { return nil }
      Log.notice("the keychain was unlocked for this process by the passcode that it was given")
      return keys
    } catch {
      switch error.failureCause {
      // Others gave wrong passcodes, or there was no memory: whether this one is right is not known.
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

  /// A passcode that only a person can correct is reported once, whether or not a log was asked for: the calls that
  /// fail say no more than that the keychain is locked.
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
  /// Where the passcode of a place lies; nil when none was given.
  package init?(_ location: VaultLocation) throws(KeychainError) {
    try self.init(file: location.passcodeFile, credentialsDirectory: location.credentialsDirectory)
  }
}

extension OpenedFiles {
  /// The key of a passcode that is right. It takes the time that the keybag's parameters ask for.
  func passcodeKey(
    _ passcode: Passcode, _ context: UnlockContext, until deadline: Deadline
  ) throws(KeychainError) -> PasscodeKey {
    guard keybag.hasPasscode else { throw Self.noPasscode }
    return try header.trying(at: context.clock.now, until: deadline) { () throws(KeychainError) in
      do throws(KeychainError) { return try keybag.passcodeKey(passcode, deviceKey: deviceKey) } catch {
        if error.code == .authenticationFailed { Log.notice("a wrong passcode was given") }
        throw error
      }
    }
  }

  /// - Throws: `missing` when a passcode is set and none was given; `.notAvailable` when none is set and one was given.
  func require(_ passcode: Passcode?, or missing: @autoclosure () -> KeychainError) throws(KeychainError) {
    guard keybag.hasPasscode != (passcode != nil) else { return }
    throw keybag.hasPasscode ? missing() : Self.noPasscode
  }

  static var noPasscode: KeychainError { KeychainError(.notAvailable, "no passcode is set", because: .passcodeMissing) }
}
