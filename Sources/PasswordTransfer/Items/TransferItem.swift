package import KeychainModel

/// An item that is imported or exported.
package struct TransferItem: Sendable {
  package var itemClass: ItemClass

  /// The attributes, converted by the catalogue. They may include dates, which are kept.
  package var attributes: AttributeSet

  /// Attributes that only a new item gets, if it lacks them. An existing item does not change.
  package var defaults = AttributeSet()

  /// The secret. Nil when the item has none, which differs from an empty one.
  package var secret: [UInt8]?

  /// The position of the item in its source, for people: `line 7`, or the path of an entry.
  package var origin: String

  package init(
    _ itemClass: ItemClass, attributes: AttributeSet, secret: [UInt8]?, origin: String
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.secret = secret
    self.origin = origin
  }
}

extension TransferItem {
  /// The reason why the item is too large for a keychain (compatibility: D31); nil when it is not.
  package var excess: String? {
    if let secret, secret.count > Limits.secretByteCount {
      return "its secret has \(secret.count) bytes; \(Limits.secretByteCount) is the most"
    }
    for (name, value) in attributes.entries where value.byteCount > Limits.attributeByteCount {
      return
        "its \(name.key) has \(value.byteCount) bytes; \(Limits.attributeByteCount) is the most"
    }
    return nil
  }

  /// The uniqueness key. If two items have the same key, only one can be stored.
  ///
  /// - Parameter accessGroup: The group for an item that names none.
  package func uniquenessKey(accessGroup: String) -> [UInt8] {
    var key = Array(itemClass.rawValue.utf8)
    for attribute in ItemSchema.of(itemClass).uniquenessKey {
      let value =
        attributes[attribute.name]
        ?? (attribute.name == .accessGroup ? .string(accessGroup) : attribute.comparedWhenAbsent)
      key.append(value == nil ? 0 : 1)
      if let value { attribute.appendComparisonForm(of: value, to: &key) }
    }
    return key
  }
}

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
