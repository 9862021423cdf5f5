/// An error with a status of Keychain Services, a reason for people, and the place in the source
/// where it was detected.
///
/// Code in the package throws this type. A public function converts it into an `OSStatus` when it
/// returns.
package struct KeychainError: Error, Sendable {
  /// The status that a caller receives.
  package let code: Code

  /// A sentence for a log or a terminal. It never contains a secret or the value of an attribute.
  package private(set) var reason: String

  /// The source file and line where the error was detected, for bug reports.
  package let place: Place

  /// How the package itself must react to the error, before it answers the caller.
  package internal(set) var cause: Cause?

  /// The cause, for the calling program and its user.
  package let failureCause: FailureCause

  /// - Parameter because: The cause. Nil when it follows from the code and `cause`.
  package init(
    _ code: Code, _ reason: String, because: FailureCause? = nil, cause: Cause? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.code = code
    self.reason = reason
    self.cause = cause
    self.failureCause = because ?? FailureCause.defaultCause(for: code, cause)
    self.place = Place(file: file, line: line)
  }

  /// The same error with another reason.
  package func withReason(_ reason: String) -> KeychainError {
    var error = self
    error.reason = reason
    return error
  }

  package enum Cause: Sendable, Equatable {
    /// SQLite found the database file damaged.
    case databaseDamaged
    /// The database must be repaired, which requires an unlocked keychain.
    case mustBeUnlocked
    /// An item requires these proofs. The caller's side asks for them, outside of any transaction, and
    /// repeats the call. `toStore` is true when the password is for a new item; then nothing can show
    /// whether it was mistyped.
    case authenticationNeeded(AccessConstraints, toStore: Bool)
    /// The application password is not the password of the item.
    case wrongApplicationPassword
    /// The keychain is intact, but the request requires a passcode and none is set.
    case passcodeMissing
    /// Too many wrong passcodes were given, so this one was not tried.
    case passcodeMustWait
    /// All items of an add that keeps existing items existed already. Nothing was changed.
    case allPresent
    /// The problem is something that the caller named, usually a file, and not the store.
    case argument
    /// Another process replaced the database file, or the files are gone.
    case storeReplaced
    /// The service does not know the proof in the call: it has ended, or belongs to another client.
    case unknownProof
    /// The service does not know the work in the call: it has ended, or belongs to another client.
    case unknownWork
    /// The client ended the work.
    case cancelled
    /// A request with this identifier was performed already.
    case requestRepeated
    /// The connection to the service broke before the answer came. The call may have been carried out.
    case connectionLost
  }

  /// A position in the source of this package. It may come from the process of a service.
  package struct Place: Sendable {
    private enum File: Sendable {
      case here(StaticString)
      case remote(String)
    }

    private let source: File
    package let line: UInt

    init(file: StaticString, line: UInt) {
      source = .here(file)
      self.line = line
    }

    /// A position in the source of a service that returned the error.
    package init(remote file: String, line: UInt) {
      source = .remote(file)
      self.line = line
    }

    package var file: String {
      switch source {
      case .here(let file): "\(file)"
      case .remote(let file): file
      }
    }
  }

  /// An error that a service returned.
  package init(
    _ code: Code, _ reason: String, because cause: FailureCause, cause handling: Cause?,
    at place: Place
  ) {
    self.code = code
    self.reason = reason
    self.cause = handling
    self.failureCause = cause
    self.place = place
  }
}

extension KeychainError: CustomStringConvertible {
  package var description: String {
    "\(reason) (status \(code.rawValue), \(place.file):\(place.line))"
  }
}

extension KeychainError {
  /// Runs `body`. If it throws an error without a cause, blames the caller's argument for the error.
  package static func attributedToArgument<Result: ~Copyable>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw error.attributedToArgument
    }
  }

  /// The same error, with the cause `argument` if it has no other cause.
  package var attributedToArgument: KeychainError {
    guard cause == nil else { return self }
    var error = self
    error.cause = .argument
    return error
  }
}
