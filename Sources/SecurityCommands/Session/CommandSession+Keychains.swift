import Keychain
import KeychainCrypto
import KeychainModel

// The keychains that the operands of a command select.

extension CommandSession {
  /// Selects the keychains of a command that searches or adds items. Without operands, a search uses the login keychain
  /// and the search list, and new items go to the default keychain.
  ///
  /// - Parameter context: The name of the operation in an error message.
  /// - Throws: A failure with the status of a missing keychain.
  func checkKeychains(
    _ operands: [Word], in context: String = "SecKeychainOpen"
  ) throws(CommandFailure) {
    guard !operands.isEmpty else { return select(nil) }
    var paths: [KeychainPath] = []
    for operand in operands {
      let path = try path(of: operand, in: context)
      // The client is made now, so that a missing keychain is an error before the command does anything.
      _ = try client(of: path, operand, in: context)
      if !paths.contains(path) { paths.append(path) }
    }
    select(try allKeychains().scoped(to: .keychains(paths)))
  }

  /// Selects the keychain of a command for one keychain as a whole: an operand, or the default keychain.
  ///
  /// - Returns: The path of the keychain.
  @discardableResult
  func selectKeychain(_ operand: Word?, in context: String = "SecKeychainOpen") throws(CommandFailure) -> KeychainPath {
    let path = if let operand { try path(of: operand, in: context) } else { try defaultPath(in: context) }
    select(try client(of: path, operand, in: context))
    return path
  }

  /// Selects the keychain for new items: an operand, or the default keychain.
  func selectKeychainForNewItems(_ operand: Word?, in context: String) throws(CommandFailure) {
    try selectKeychain(operand, in: context)
  }

  /// The path of the default keychain.
  func defaultPath(in context: String = "SecKeychainCopyDefault") throws(CommandFailure) -> KeychainPath {
    guard let list = try allKeychains().list else { return .login }
    let path = try CommandFailure.translating(in: context) { () throws(KeychainError) in
      try list.domains.defaultKeychain()
    }
    guard let path else { throw CommandFailure.noDefault(in: "SecKeychainCopyDefault") }
    return path
  }

  /// The keychain that a word selects. The keychain need not exist.
  func path(of operand: Word, in context: String) throws(CommandFailure) -> KeychainPath {
    let location = try allKeychains().location
    do throws(KeychainError) {
      return try KeychainPath(operand.bytes, in: location)
    } catch {
      throw .keychain(.noSuchKeychain, operand, in: context)
    }
  }

  /// A client of one keychain.
  ///
  /// - Throws: A failure with the status of a missing keychain, or with the reason why the keychain cannot be used.
  func client(of path: KeychainPath, _ operand: Word?, in context: String) throws(CommandFailure) -> KeychainClient {
    let keychains = try allKeychains()
    do throws(KeychainError) {
      return try keychains.client(of: path)
    } catch {
      guard let status = KeychainStatus(rawValue: error.code.rawValue) else {
        throw .keychain(error, in: operand.map { "\(context) \($0.text)" } ?? context)
      }
      throw .keychain(status, operand, in: context)
    }
  }

  /// The search list and the preferences of the user.
  ///
  /// - Throws: A failure when the tool uses one keychain only.
  func searchList(_ command: String) throws(CommandFailure) -> KeychainSearchList {
    guard let list = try allKeychains().list else { throw .refused(command, .oneKeychain) }
    return list
  }

  /// The path of a keychain as the tool prints it.
  func shownPath(_ path: KeychainPath) throws(CommandFailure) -> String {
    String(decoding: path.path(in: try allKeychains().location), as: UTF8.self)
  }
}

extension CommandFailure {
  static func noDefault(in context: String) -> CommandFailure {
    CommandFailure(status: 1, ["\(context): \(KeychainStatus.noDefaultKeychain.sentence)"])
  }
}

extension KeychainPassword {
  /// The passcode of a password for a keychain that is not the login keychain. A keychain that was made with an empty
  /// password has a fixed passcode.
  static func passcode(_ bytes: [UInt8], for path: KeychainPath) throws(CommandFailure) -> Passcode? {
    if let passcode = try passcode(bytes) { return passcode }
    guard path != .login else { return nil }
    return try CommandFailure.translating(in: "password") { () throws(KeychainError) in
      try Passcode.ofEmptyPassword()
    }
  }

  /// Reads the password of a keychain from an option or from standard input. Nil if the password is empty and the
  /// keychain is the login keychain.
  static func read(
    _ option: Word?, for path: KeychainPath, _ session: CommandSession, prompt: String
  ) throws(CommandFailure) -> Passcode? {
    if let typed = try read(option, session, prompt: prompt) { return typed }
    return try passcode([], for: path)
  }
}
