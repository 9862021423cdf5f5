/// A helper program that another program starts to get, store and erase credentials.
package protocol CredentialHelper {
  /// The name of the executable.
  static var name: String { get }

  /// The program whose credentials the helper stores.
  static var owner: CredentialOwner { get }

  /// The operations that the helper supports.
  static var operations: [HelperOperation] { get }

  init(_ keychain: HelperKeychain)

  /// Performs one operation.
  ///
  /// - Parameters:
  ///   - words: The arguments.
  ///   - input: Reads standard input to its end.
  func run(_ words: [String], input: () throws(HelperFailure) -> [UInt8]) -> HelperOutcome
}
