import KeychainModel

/// An error that a caller receives in place of a reply.
struct BusError: Error, Sendable {
  /// The D-Bus name of the error. Clients decide by this name.
  let name: String
  /// A sentence for a person. It contains no secret and no attribute.
  let text: String

  private init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  private static let dbus = "org.freedesktop.DBus.Error."
  private static let secret = "org.freedesktop.Secret.Error."

  static func invalidArgs(_ text: String) -> BusError { BusError(dbus + "InvalidArgs", text) }
  static func notSupported(_ text: String) -> BusError { BusError(dbus + "NotSupported", text) }
  static func accessDenied(_ text: String) -> BusError { BusError(dbus + "AccessDenied", text) }
  static func limitsExceeded(_ text: String) -> BusError { BusError(dbus + "LimitsExceeded", text) }
  static func failed(_ text: String) -> BusError { BusError(dbus + "Failed", text) }
  static func readOnly(_ text: String) -> BusError { BusError(dbus + "PropertyReadOnly", text) }
  static func unknownProperty(_ text: String) -> BusError { BusError(dbus + "UnknownProperty", text) }
  static func unknownInterface(_ text: String) -> BusError { BusError(dbus + "UnknownInterface", text) }
  static func unknownMethod(_ text: String) -> BusError { BusError(dbus + "UnknownMethod", text) }

  static let isLocked = BusError(secret + "IsLocked", "the collection is locked")
  static let noSession = BusError(secret + "NoSession", "the caller has no such session")
  static let noSuchObject = BusError(secret + "NoSuchObject", "there is no such object")
  static let unknownObject = BusError(dbus + "UnknownObject", "there is no object at this path")

  /// An error while a message was read or written.
  ///
  /// - Parameter number: A negative errno value of sd-bus.
  static func message(_ number: Int32) -> BusError {
    switch -number {
    case 12, 7, 105: limitsExceeded("the message is too large")
    default: invalidArgs("the arguments have the wrong type")
    }
  }

  /// The error for a failure of a keychain.
  init(_ error: KeychainError) {
    switch error.code {
    case .interactionNotAllowed: self = .isLocked
    case .itemNotFound, .noSuchKeychain: self = .noSuchObject
    case .dataTooLarge: self = .limitsExceeded(error.reason)
    case .parameter: self = .invalidArgs(error.reason)
    case .authenticationFailed, .userCancelled, .missingEntitlement, .writePermission:
      self = .accessDenied(error.reason)
    default: self = .failed(error.reason)
    }
  }
}

/// Calls `body`, and converts an error of a keychain to the error for the caller.
func answering<Result>(_ body: () throws(KeychainError) -> Result) throws(BusError) -> Result {
  do throws(KeychainError) { return try body() } catch { throw BusError(error) }
}
