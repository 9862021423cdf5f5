import KeychainModel

/// The attributes of an item that a file contains: all except those that a keychain computes.
enum TransferredAttributes {
  private static let computed: Set<AttributeName> = [.digest, .tombstone, .multiUser, .data]

  static func isComputed(_ name: AttributeName) -> Bool { computed.contains(name) }

  /// Converts a value for an attribute.
  ///
  /// - Throws: A failure for a value that the attribute does not accept.
  static func convert(
    _ value: AttributeValue, for attribute: Attribute, line: Int
  ) throws(TransferFailure) -> AttributeValue {
    // A keychain created this value, so it is kept unchanged.
    if attribute.kind == .accessControl, case .data = value { return value }
    do throws(KeychainError) {
      return try attribute.kind.convert(property(value), for: attribute.name)
    } catch {
      throw TransferFailure(error.reason, line: line)
    }
  }

  private static func property(_ value: AttributeValue) -> PropertyValue {
    switch value {
    case .string(let text): .string(text)
    case .data(let bytes): .data(bytes)
    case .number(let number): .number(number)
    case .date(let date): .date(date)
    }
  }
}
