import KeychainModel

/// Which attributes of an item a file holds: all but those that a keychain computes.
enum MovedAttributes {
  private static let computed: Set<AttributeName> = [.digest, .tombstone, .multiUser, .data]

  static func isComputed(_ name: AttributeName) -> Bool { computed.contains(name) }

  /// A value as an attribute keeps it.
  ///
  /// - Throws: A failure for a value that the attribute does not take.
  static func convert(
    _ value: AttributeValue, for attribute: Attribute, line: Int
  ) throws(TransferFailure) -> AttributeValue {
    // Made by a keychain, and kept as it is.
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
