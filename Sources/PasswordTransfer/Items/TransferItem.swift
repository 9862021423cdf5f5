package import KeychainModel

/// An item that is imported or exported.
package struct TransferItem: Sendable {
  package var itemClass: ItemClass

  /// The attributes, converted to the types of the catalogue. If the attributes contain dates, the imported item gets
  /// these dates.
  package var attributes: AttributeSet

  /// Attributes that an import adds to a new item if `attributes` does not contain them. An existing item keeps its own
  /// attributes.
  package var defaults = AttributeSet()

  /// The secret; nil if the item has no secret. An empty secret differs from nil.
  package var secret: [UInt8]?

  /// The position of the item in its source, to show to the user: `line 7`, or the path of an entry.
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
  /// The reason for which the item is too large for a keychain (compatibility: D31); nil if the item is not too large.
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

  /// The key of equal items: the uniqueness key, or all free attributes. An import stores only one of the items that have
  /// the same key.
  ///
  /// - Parameter accessGroup: The access group of an item whose attributes contain no access group.
  package func uniquenessKey(accessGroup: String) -> [UInt8] {
    var key = Array(itemClass.rawValue.utf8)
    if case .data(let map)? = attributes[.freeAttributes] { return key + [2] + map }
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

/// Converts the attributes that a file contains. A file contains all attributes of an item except the attributes that a
/// keychain computes.
enum TransferredAttributes {
  private static let computed: Set<AttributeName> = [.digest, .tombstone, .multiUser, .data]

  /// The names in a file of attributes whose codes are not four ASCII characters.
  private static let spellings: [(attribute: AttributeName, name: String)] = [
    (.freeAttributes, "freeAttributes"), (.accessList, "accessList"),
  ]

  /// The name of an attribute in a file.
  static func spelling(of name: AttributeName) -> String {
    spellings.first { $0.attribute == name }?.name ?? name.key
  }

  /// The attribute with a name in a file; nil for a name that no attribute can have.
  static func attribute(spelled name: String) -> AttributeName? {
    spellings.first { $0.name == name }?.attribute ?? AttributeName(key: name)
  }

  static func isComputed(_ name: AttributeName) -> Bool { computed.contains(name) }

  /// Converts a value for an attribute.
  ///
  /// - Throws: A failure if the attribute does not accept the value.
  static func convert(
    _ value: AttributeValue, for attribute: Attribute, line: Int
  ) throws(TransferFailure) -> AttributeValue {
    // An access control value in a file was exported from a keychain. The value is already in the stored form and stays
    // unchanged.
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
