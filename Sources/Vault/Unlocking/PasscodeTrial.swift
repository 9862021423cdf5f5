import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel

/// Tries the passcode that this process was given when it was started.
///
/// It is tried once in a process, at the first opening of a locked vault. A locking that is later than that opening
/// lasts: the passcode is not tried again. It is tried again only for keys that are newer than an unlocking that still
/// holds, and in the child of a fork, which has none of its parent's keys. A wrong one stays wrong until the file, or the
/// salt of the vault's passcode, changes.
struct PasscodeTrial {
  /// What became of the passcode so far.
  enum Record: Sendable {
    case none
    /// The vault was opened, and nothing was tried yet: it has no passcode, or the trial could not be made.
    case opened(lockID: RowIdentifier, notBefore: Int64)
    /// The vault was unlocked, by whatever process.
    case unlocked(lockID: RowIdentifier, UnlockTerms)
    case wrong(lockID: RowIdentifier, salt: [UInt8], file: FileStatus?)
    /// A locking ended it.
    case ended
  }

  private let place: VaultPlace
  private let opened: Vault.Opened
  private let context: UnlockContext
  private let deadline: Deadline

  init(
    _ place: VaultPlace, _ opened: Vault.Opened, _ context: UnlockContext, until deadline: Deadline
  ) {
    self.deadline = deadline
    self.place = place
    self.opened = opened
    self.context = context
  }

  /// How long a process waits before it repeats a trial that could not be made, in nanoseconds.
  private static let pause: Int64 = 1_000_000_000

  private var vaultID: RowIdentifier { opened.keybag.storeID }
  private var lockID: RowIdentifier { opened.state.lockID }

  /// The keys that the passcode opens; nil when there is nothing to try, or it opens nothing.
  ///
  /// - Parameter found: The keys that can be had without it.
  func run(_ found: OpenKeys) throws(KeychainError) -> OpenKeys? {
    guard place.isGivenPasscode else { return nil }
    guard opened.keybag.hasPasscode else {
      if case .none = context.cache.trial(of: vaultID) {
        context.cache.setTrial(.opened(lockID: lockID, notBefore: .min), of: vaultID)
      }
      return nil
    }
    if let terms = found.terms, found.lockState == .unlocked {
      context.cache.setTrial(.unlocked(lockID: lockID, terms), of: vaultID)
      return nil
    }
    guard let terms = terms() else { return nil }
    return attempt(terms)
  }

  /// When the unlocking begins that a trial gives; nil when nothing may be tried.
  private func terms() -> UnlockTerms? {
    let now = UnlockTerms(context.clock)
    switch context.cache.trial(of: vaultID) {
    case .none: return now
    case .opened(let lockID, let notBefore):
      guard lockID == self.lockID else { break }
      return context.clock.now.time >= notBefore ? now : nil
    case .unlocked(let lockID, let terms):
      guard lockID == self.lockID, terms.hold(opened.state.settings, context.clock) else { break }
      return terms
    case .wrong(let lockID, let salt, let file):
      guard lockID == self.lockID else { break }
      let present = (try? source()?.status()) ?? nil
      return salt != opened.keybag.passcodeSalt || file != present ? now : nil
    case .ended: return nil
    }
    context.cache.setTrial(.ended, of: vaultID)
    return nil
  }

  private func source() throws(KeychainError) -> PasscodeSource? { try PasscodeSource(place) }

  private func attempt(_ terms: UnlockTerms) -> OpenKeys? {
    var file: FileStatus?
    let lockings = context.cache.lockings(of: vaultID)
    do throws(KeychainError) {
      guard let source = try source() else { return nil }
      file = (try? source.status()) ?? nil
      let passcode = try source.read()
      let key = try check(passcode, of: source)
      let ring = try KeyRing(opened.keybag, deviceKey: opened.deviceKey, passcodeKey: key)
      // The machine may have been suspended meanwhile.
      guard terms.hold(opened.state.settings, context.clock) else { return nil }
      let keys = KeyResolution(opened, context).keys(ring, terms)
      guard context.cache.holdTried(keys, terms, of: vaultID, since: lockings) else { return nil }
      Log.notice("the keychain was unlocked for this process by the passcode that it was given")
      return keys
    } catch {
      // Others gave wrong passcodes, or there was no memory: whether this one is right is not known.
      let isRetried: Bool =
        switch error.failureCause {
        case .passcodeMustWait, .outOfMemory, .tooManyFiles, .timedOut: true
        default: false
        }
      context.cache.setTrial(
        isRetried
          ? .opened(lockID: lockID, notBefore: context.clock.now.time + Self.pause)
          : .wrong(lockID: lockID, salt: opened.keybag.passcodeSalt, file: file), of: vaultID)
      report(error)
      return nil
    }
  }

  private func check(
    _ passcode: Passcode, of source: PasscodeSource
  ) throws(KeychainError) -> PasscodeKey {
    do throws(KeychainError) {
      return try Vault.passcodeKey(passcode, opened, context, until: deadline)
    } catch {
      throw error.failureCause == .passcodeWrong ? source.unusable(error) : error
    }
  }

  /// A passcode that only a person can correct is reported once, whether or not a log was asked for: the calls that
  /// fail say no more than that the keychain is locked.
  private func report(_ error: KeychainError) {
    let message: LogMessage =
      "the passcode that this process was given does not unlock the keychain"
    if error.failureCause == .passcodeFileUnusable,
      context.cache.keepTrialFailure(error, of: vaultID)
    {
      Log.alert(message, error)
    } else {
      Log.error(message, error)
    }
  }
}
