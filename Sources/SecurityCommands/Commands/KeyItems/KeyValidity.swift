import Glibc
import KeychainModel
import PasswordTransfer

/// The validity period in the attributes of a key. The keychain does not enforce it.
struct KeyValidity {
  let attributes: AttributeSet

  /// The seconds from 1970-01-01 to 2001-01-01.
  private static let reference = 978_307_200.0

  /// - Throws: A failure with the usage status if a time or a number of days is malformed.
  init(_ arguments: Arguments) throws(CommandFailure) {
    var attributes = AttributeSet()
    attributes[.startDate] = try Self.date("f", arguments)
    attributes[.endDate] = try Self.date("t", arguments)
    if let word = arguments.value("d") {
      guard let days = Int(word.text), (1...1_000_000).contains(days) else {
        throw .usage("-d: \"\(word.text)\" is not a number of days")
      }
      guard attributes[.endDate] == nil else { throw .usage("-d or -t, not both") }
      let now = Double(time(nil)) - Self.reference
      attributes[.startDate] = attributes[.startDate] ?? .date(now)
      attributes[.endDate] = .date(now + Double(days) * 86400)
    }
    self.attributes = attributes
  }

  private static func date(
    _ option: String, _ arguments: Arguments
  ) throws(CommandFailure) -> AttributeValue? {
    guard let word = arguments.value(option) else { return nil }
    guard let date = CompactTime.sinceReference(word.bytes) else {
      throw .usage("-\(option): \"\(word.text)\" is not a time like 20240102030405Z")
    }
    return .date(date)
  }
}
