import CPlatform
import Glibc
package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel
import RowSealing

/// Gives every class a new key, seals every row under the new keys, and destroys the old keys.
///
/// 1. One change of the keybag retires the keys in use and makes new keys. Then only new keys seal rows.
/// 2. Every row is read. Rows under retired keys are sealed again, in batches of one transaction each. Other processes
///    continue to use the vault. A process that changes a row seals the row under a new key.
/// 3. While no process can write, another change of the keybag destroys the retired keys that no row needs. A retired
///    key is kept if a damaged row may be sealed under this key.
///
/// An earlier rotation was interrupted if the keybag contains retired keys at the beginning. Step 1 is then omitted. If
/// the other steps then seal no row and destroy no key, the rotation begins again with step 1.
struct KeyRotation {
  let vault: Vault
  /// The longest time that each step waits for other processes.
  let timeout: Duration
  var outcome = RotationOutcome()
  var passcodeKey: PasscodeKey?
  /// The moment when the passcode was given. A locking after this moment ends the rotation.
  var given: UnlockMoment?

  private static let attemptCount = 5
  /// The longest pause between two transactions, in microseconds. A pause is as long as the last transaction took.
  private static let longestPause: Int64 = 50_000

  private var soon: Deadline { .after(timeout) }

  mutating func run(_ passcode: Passcode?, _ onProgress: ProgressReport) throws(KeychainError) -> RotationOutcome {
    let opened = try vault.open(until: soon)
    try opened.require(
      passcode, or: KeychainError(.interactionNotAllowed, "a passcode is set: rotating the keys takes it"))
    if let passcode {
      given = UnlockMoment(opened, vault.context)
      let unlocked = try vault.unlockedKey(passcode, opened, until: soon)
      passcodeKey = unlocked.key
      outcome.refusal = unlocked.refusal
    }
    if !opened.keybag.retiredKeyIDs.isEmpty {
      try finish(onProgress)
      if outcome.resealedCount > 0 || outcome.destroyedKeyCount > 0 {
        outcome.isResumed = true
        Log.notice("a rotation of keys that was interrupted is finished")
        return outcome
      }
    }
    let (passcodeKey, random) = (passcodeKey, vault.random)
    try change { (opened) throws(KeychainError) in
      try opened.keybag.rotatingKeys(deviceKey: opened.deviceKey, passcodeKey: passcodeKey, random: random)
    }
    try finish(onProgress)
    Log.notice("the keys were rotated: \(outcome.resealedCount) rows are sealed under new keys")
    return outcome
  }

  private mutating func change(_ next: (OpenedFiles) throws(KeychainError) -> Keybag?) throws(KeychainError) {
    let passcodeKey = passcodeKey
    let refusal = try KeybagChange(vault: vault, deadline: soon, given: given).run { (_) throws(KeychainError) in
    } _: { (opened, _) throws(KeychainError) in
      do throws(KeychainError) {
        return try next(opened).map { KeybagChange.Next(keybag: $0, passcodeKey: passcodeKey) }
      } catch {
        // The passcode was correct when it was given, so this error has another cause.
        guard error.code == .authenticationFailed else { throw error }
        throw KeychainError(
          .notAvailable, "the passcode or the device key was changed meanwhile; the keys were not rotated",
          because: .replaced)
      }
    }
    outcome.refusal = refusal ?? outcome.refusal
  }

  /// Seals the rows under retired keys again, and destroys these keys.
  private mutating func finish(_ onProgress: ProgressReport) throws(KeychainError) {
    // A row under a retired key may return from quarantine during the work, so the loop looks for such rows.
    for _ in 0..<Self.attemptCount {
      let (retired, rowCount) = try vault.read(until: soon) { (session) throws(KeychainError) in
        (session.sealer.ring.retiredKeyIDs, Int(try session.connection.countRows().total))
      }
      guard !retired.isEmpty else { return }
      try vault.onStep(.resealingBegun)
      var pass = ResealingPass(retired)
      while !pass.isDone {
        let (before, begin) = (pass, lk_monotonic_now())
        // No item changes, so no observer is notified.
        pass = try vault.write(until: soon, changesItems: false) { (session) throws(KeychainError) in
          var pass = before
          try pass.run(session.connection, session.sealer)
          return pass
        }
        outcome.resealedCount += pass.resealedCount - before.resealedCount
        if pass.readCount > before.readCount { try onProgress(pass.readCount, max(pass.readCount, rowCount)) }
        try vault.onStep(.batchResealed)
        // A process that waits for the database polls the database, so the database must be free between writes.
        if !pass.isDone { usleep(UInt32(clamping: min((lk_monotonic_now() - begin) / 1000, Self.longestPause))) }
      }
      let kept = try destroy(pass)
      outcome.keptKeyCount = kept.count
      outcome.damagedCount = pass.damaged.values.reduce(0, +)
      if kept.isSubset(of: pass.neededKeys.union(pass.damaged.keys)) { return }
    }
  }

  /// Destroys the retired keys that no row needs.
  ///
  /// - Returns: The retired keys that remain.
  private mutating func destroy(_ pass: ResealingPass) throws(KeychainError) -> Set<UInt32> {
    let (random, deadline) = (vault.random, soon)
    var (unused, left): (Set<UInt32>, Set<UInt32>) = ([], [])
    try change { (opened) throws(KeychainError) in
      let retired = opened.keybag.retiredKeyIDs.intersection(pass.retired)
      // No process can write during this change.
      let inUse = try opened.files.connection(until: deadline).keyIDsInUse()
      unused = retired.subtracting(pass.neededKeys).subtracting(inUse)
      left = retired.subtracting(unused)
      guard !unused.isEmpty else { return nil }
      return try opened.keybag.destroyingKeys(unused, deviceKey: opened.deviceKey, random: random)
    }
    outcome.destroyedKeyCount += unused.count
    return left
  }
}

extension Vault {
  /// Rotates the keys while other processes work, and unlocks the vault with the passcode. Items do not change, and
  /// observers are not notified. If an earlier rotation was interrupted, this call finishes that rotation instead.
  ///
  /// - Parameters:
  ///   - timeout: The longest time that each step waits for other processes.
  ///   - onProgress: Called with the number of rows read so far, and the number of all rows.
  /// - Throws: `.interactionNotAllowed` when a required passcode is missing, or the vault was locked during the
  ///   rotation; `.authenticationFailed`; `.notAvailable`; the errors of a write. Rows that were sealed again stay
  ///   sealed, and the next call continues the rotation.
  package func rotate(
    _ passcode: Passcode?, timeout: Duration, onProgress: ProgressReport
  ) throws(KeychainError) -> RotationOutcome {
    try unlockIfPortable(passcode, until: .after(timeout))
    var rotation = KeyRotation(vault: self, timeout: timeout)
    return try rotation.run(passcode, onProgress)
  }
}
