/// A program that another one starts to get, store and erase credentials.
package protocol CredentialHelper {
  /// The name of the executable.
  static var name: String { get }

  /// Whose credentials it keeps.
  static var owner: CredentialOwner { get }

  /// What it can do.
  static var operations: [HelperOperation] { get }

  init(_ keychain: HelperKeychain)

  /// Does one thing.
  ///
  /// - Parameters:
  ///   - words: The arguments.
  ///   - input: Reads standard input to its end.
  func run(_ words: [String], input: () throws(HelperFailure) -> [UInt8]) -> HelperOutcome
}
