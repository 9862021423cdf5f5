/// What went wrong, as a status of Keychain Services, with a reason for people and the place in
/// this package that noticed.
///
/// Code inside the package throws this type; it becomes an `OSStatus` only where a public function
/// returns.
package struct KeychainError: Error, Sendable {
  /// The status that a caller sees.
  package let code: Code

  /// A sentence for a log or a terminal. Never holds a secret or the value of an attribute.
  package private(set) var reason: String

  /// The source file and line that noticed, for a bug report.
  package let place: Place

  /// What the owner of the store must do about it before it answers the caller.
  package internal(set) var cause: Cause?

  /// Why, for the program that made the call and for the person who uses it.
  package let failureCause: FailureCause

  /// - Parameter because: Why, unless it follows from the other two.
  package init(
    _ code: Code, _ reason: String, because: FailureCause? = nil, cause: Cause? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.code = code
    self.reason = reason
    self.cause = cause
    self.failureCause = because ?? FailureCause.usual(for: code, cause)
    self.place = Place(file: file, line: line)
  }

  /// The same error with another sentence.
  package func saying(_ reason: String) -> KeychainError {
    var error = self
    error.reason = reason
    return error
  }

  package enum Cause: Sendable, Equatable {
    /// SQLite found the database file damaged.
    case databaseDamaged
    /// The database must be repaired, which takes an unlocked keychain.
    case mustBeUnlocked
    /// An item can be used once this is proven. The caller's side asks for it, outside of any
    /// transaction, and calls again. A password that is asked for to store an item is one that nothing
    /// can tell to be right.
    case authenticationNeeded(AccessConstraints, toStore: Bool)
    /// The application password that was brought is not that of the item.
    case wrongApplicationPassword
    /// The keychain is whole, but what is asked for takes a passcode, and none is set.
    case passcodeMissing
    /// Too many wrong passcodes were given: this one was not tried.
    case passcodeMustWait
    /// Every item of an add that spares what is there was there: nothing was changed.
    case allPresent
    /// What the caller named is at fault, a file most of all, and not the store.
    case argument
    /// Another process put a new database file in place, or the files are gone.
    case storeReplaced
    /// The service does not know the proof of the call: it has ended, or is another client's.
    case unknownProof
    /// The service does not know the work of the call: it is over, or another client's.
    case unknownWork
    /// The client ended the work.
    case cancelled
    /// A request of this identifier was carried out already.
    case requestRepeated
  }

  /// A position in this package's source, here or in the process of a service.
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

    /// The place in a service that answered with the error.
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

  /// The error of a service, as it came from there.
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
