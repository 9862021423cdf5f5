import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel

/// The file `attempts`: how many wrong passcodes were given in a row (`PasscodeAttempts`).
///
/// It is made with the passcode. One that is damaged counts as none: whoever can damage it can
/// remove it.
struct PasscodeAttemptsFile {
  let directory: ProtectedDirectory
  let clock: any KeychainClock
  /// Until when to wait for others that try theirs: each takes some tenths of a second.
  let deadline: Deadline

  private var now: Int64 { Int64(clock.now) }

  /// Runs `body`, which tries a passcode, while nobody else tries one. It is counted as a wrong one before: whoever
  /// is killed meanwhile has used it up. What ends in anything but a wrong passcode was no attempt. Where nothing
  /// can be written, nothing is counted.
  ///
  /// - Throws: `.authenticationFailed` when it is too early for another attempt; `.notAvailable` when others keep
  ///   trying that long; and what `body` throws.
  func attempt<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard let lock = try lock() else { return try body() }
    defer { lock.unlock() }
    let before = try recordWithoutWait(lock)
    try write(before.corrected(at: now).adding(at: now), lock)
    do throws(KeychainError) {
      let result = try body()
      try write(.none, lock)
      return result
    } catch {
      if error.code != .authenticationFailed { try write(before, lock) }
      throw error
    }
  }

  /// Does nothing when a passcode may be tried now.
  ///
  /// - Throws: As `attempt`.
  func requireAttempt() throws(KeychainError) {
    guard let lock = try lock() else { return }
    defer { lock.unlock() }
    _ = try recordWithoutWait(lock)
  }

  /// Forgets wrong passcodes, with a new one.
  func reset() throws(KeychainError) {
    guard let lock = try lock() else { return }
    defer { lock.unlock() }
    try write(.none, lock)
  }

  /// The file, locked; nil where there is none and none can be made.
  private func lock() throws(KeychainError) -> FileLock? {
    do throws(KeychainError) {
      let lock = try FileLock(StoreLocation.attemptsName, in: directory)
      try lock.lock(.exclusive, timeout: deadline.remaining)
      return lock
    } catch {
      guard error.code == .readOnly else { throw error }
      return nil
    }
  }

  /// - Throws: `.authenticationFailed` when it is too early for another attempt.
  private func recordWithoutWait(_ lock: FileLock) throws(KeychainError) -> PasscodeAttempts {
    let before = read(lock)
    let wait = before.wait(at: now)
    guard wait == 0 else {
      let corrected = before.corrected(at: now)
      if corrected != before { try write(corrected, lock) }
      throw KeychainError(
        .authenticationFailed,
        "too many wrong passcodes: another can be tried in \(counted(wait, "second"))",
        cause: .passcodeMustWait)
    }
    return before
  }

  private func read(_ lock: FileLock) -> PasscodeAttempts {
    guard let bytes = try? lock.readContent(limit: PasscodeAttempts.byteCount), !bytes.isEmpty
    else {
      return .none
    }
    do throws(KeychainError) {
      return try PasscodeAttempts(decoding: bytes)
    } catch {
      Log.notice("the record of wrong passcodes is damaged; it begins anew")
      return .none
    }
  }

  private func write(_ attempts: PasscodeAttempts, _ lock: FileLock) throws(KeychainError) {
    do throws(KeychainError) {
      try lock.writeContent(try attempts.encoded())
    } catch {
      guard error.code == .readOnly else { throw error }
    }
  }
}
