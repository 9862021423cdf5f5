/// An error with a status of Keychain Services, a sentence for the user, and the place in the source code that detected
/// the error.
///
/// Code in the package throws this type. A public function converts the error to an `OSStatus` when the function
/// returns.
package struct KeychainError: Error, Sendable {
  /// The status that a caller receives.
  package let code: Code

  /// A sentence for a log or a terminal. The sentence never contains a secret or the value of an attribute.
  package private(set) var reason: String

  /// The source file and the line that detected the error, for bug reports.
  package let place: Place

  /// The reason for which code of this package handles the error before the call ends. Nil if the package only passes
  /// the error to the caller.
  package internal(set) var cause: Cause?

  /// The cause that the calling program and its user receive, also when `cause` is nil.
  package let failureCause: FailureCause

  /// - Parameter because: The failure cause. Nil if the failure cause follows from `code` and `cause`.
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
    /// An item requires these proofs. The process of the caller asks the user for the proofs, outside of any
    /// transaction, and repeats the call. `toStore` is true if the application password is for a new item. A mistyped
    /// password for a new item cannot be detected.
    case authenticationNeeded(AccessConstraints, toStore: Bool)
    /// The application password is not the password of the item.
    case wrongApplicationPassword
    /// The keychain is intact, but the request requires a passcode and no passcode is set.
    case passcodeMissing
    /// Too many wrong passcodes were given, so the passcode of this call was not tried.
    case passcodeMustWait
    /// The request adds only items that do not exist yet, and all its items already exist. Nothing was changed.
    case allPresent
    /// The error concerns an argument of the caller, usually a file, and not the keychain.
    case argument
    /// Another process replaced or removed the files of the keychain.
    case storeReplaced
    /// The service does not know the proof that the call names: the proof has ended, or belongs to another client.
    case unknownProof
    /// The service does not know the operation that the call names: the operation has ended, or belongs to another
    /// client.
    case unknownWork
    /// The client cancelled the operation.
    case cancelled
    /// A request with the same identifier was already performed or refused.
    case requestRepeated
    /// The identifier of a request names another database than the present database. Nothing was changed.
    case otherDatabase
    /// The keychain is locked together with its index, so it is unknown whether an item matches.
    case indexClosed
    /// The call needs a proof of the passcode of the person, because it uses the items of all programs. The client asks
    /// the person, and repeats the call with the proof.
    case personNeeded
    /// The service cannot ask the person, because the session of the client has no agent (`keychain-agent`).
    case agentMissing
    /// The connection to the service broke before the answer arrived. The service may have performed the call.
    case connectionLost
  }

  /// A position in the source code of this package. If a service returned the error, the position is in the source code
  /// of the service.
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

    /// A position in the source code of the service that returned the error.
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
  /// Runs `body`. If `body` throws an error whose `cause` is nil, throws the error with the `cause` `.argument`.
  package static func attributedToArgument<Result: ~Copyable>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw error.attributedToArgument
    }
  }

  /// This error with the `cause` `.argument`. An error whose `cause` is not nil stays unchanged.
  package var attributedToArgument: KeychainError {
    guard cause == nil else { return self }
    var error = self
    error.cause = .argument
    return error
  }
}
