import KeychainLog
import KeychainModel

/// The failure of an administrative call.
public struct AdministrationError: Error, Sendable, CustomStringConvertible {
  /// The status, as an `errSec…` number.
  public let status: Int32

  /// The reason as a sentence for a person. It contains no secret and no value of an item.
  public let reason: String

  /// The cause, which a program can compare: a name from `docs/failures.md`, for example `device-key-missing`. The
  /// names never change; a later version may add names.
  public let cause: String

  /// A remedy for a person, in English; nil if only the program can handle the failure.
  public let advice: String?

  init(_ error: KeychainError) {
    status = error.code.rawValue
    reason = error.reason
    cause = error.failureCause.name
    advice = error.failureCause.advice
  }

  /// The reason and the status.
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
