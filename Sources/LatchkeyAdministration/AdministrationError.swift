import KeychainLog
import KeychainModel

/// Why an administrative call failed.
public struct AdministrationError: Error, Sendable, CustomStringConvertible {
  /// The status, as an `errSec…` number.
  public let status: Int32

  /// A sentence for people. It holds no secret and no value of an item.
  public let reason: String

  /// Why, for a program to compare: a name of `docs/failures.md`, as `device-key-missing`. It does not change;
  /// a later version may add names.
  public let cause: String

  /// What a person can do about it, in English; nil for a failure that the program has to deal with itself.
  public let advice: String?

  init(_ error: KeychainError) {
    status = error.code.rawValue
    reason = error.reason
    cause = error.failureCause.name
    advice = error.failureCause.advice
  }

  /// The sentence and the status.
  public var description: String { "\(reason) (status \(status))" }

  static func translating<Result>(
    _ name: StaticString = #function, _ body: () throws(KeychainError) -> Result
  ) throws(AdministrationError) -> Result {
    do throws(KeychainError) {
      return try Log.call(name, body)
    } catch {
      throw AdministrationError(error)
    }
  }
}
