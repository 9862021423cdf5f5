import KeychainLog
import KeychainModel

/// Why an administrative call failed.
public struct AdministrationError: Error, Sendable, CustomStringConvertible {
  /// The status, as an `errSec…` number.
  public let status: Int32

  /// A sentence for people. It holds no secret and no value of an item.
  public let reason: String

  /// The sentence and the status.
  public var description: String { "\(reason) (status \(status))" }

  static func translating<Result>(
    _ name: StaticString = #function, _ body: () throws(KeychainError) -> Result
  ) throws(AdministrationError) -> Result {
    do throws(KeychainError) {
      return try Log.call(name, body)
    } catch {
      throw AdministrationError(status: error.code.rawValue, reason: error.reason)
    }
  }
}
