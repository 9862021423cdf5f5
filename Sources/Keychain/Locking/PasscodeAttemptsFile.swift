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

  /// An attempt that is counted.
  struct Attempt {
    let before: PasscodeAttempts
    let counted: PasscodeAttempts
  }

  private static let patience = Duration.seconds(5)

  private var now: Int64 { Int64(clock.now) }

  /// Counts an attempt as a wrong one, before it is made: whoever is killed meanwhile has used it up.
  /// Where nothing can be written, nothing is counted.
  ///
  /// - Returns: What the file said before, and what it says now.
  /// - Throws: `.authenticationFailed` when it is too early for another attempt.
  func begin() throws(KeychainError) -> Attempt {
    try withFile(Attempt(before: .none, counted: .none)) { (lock) throws(KeychainError) in
      let attempts = read(lock)
      let corrected = attempts.corrected(at: now)
      let wait = attempts.wait(at: now)
      guard wait == 0 else {
        if corrected != attempts { try write(corrected, lock) }
        throw KeychainError(
          .authenticationFailed,
          "too many wrong passcodes: another can be tried in \(wait) seconds",
          cause: .passcodeMustWait)
      }
      let counted = corrected.adding(at: now)
      try write(counted, lock)
      return Attempt(before: attempts, counted: counted)
    }
  }

  /// Forgets wrong passcodes, after a right one or with a new one.
  func reset() throws(KeychainError) {
    try withFile(()) { (lock) throws(KeychainError) in try write(.none, lock) }
  }

  /// Takes back an attempt that could not be made. When others made some meanwhile it stays: nobody can tell
  /// whether it is still counted, and none of theirs may be forgotten.
  func takeBack(_ attempt: Attempt) throws(KeychainError) {
    try withFile(()) { (lock) throws(KeychainError) in
      guard read(lock) == attempt.counted else { return }
      try write(attempt.before, lock)
    }
  }

  private func withFile<Result>(
    _ alternative: Result, _ body: (FileLock) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      let lock = try FileLock(StoreLocation.attemptsName, in: directory)
      try lock.lock(.exclusive, timeout: Self.patience)
      defer { lock.unlock() }
      return try body(lock)
    } catch {
      guard error.code == .readOnly else { throw error }
      return alternative
    }
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
    try lock.writeContent(try attempts.encoded())
  }
}
