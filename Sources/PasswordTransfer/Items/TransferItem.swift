package import KeychainModel

/// An item on its way into a keychain or out of it.
package struct TransferItem: Sendable {
  package var itemClass: ItemClass

  /// The attributes, converted by the catalogue. Dates among them are kept.
  package var attributes: AttributeSet

  /// Attributes for a new item that lacks them, which do not change one that is there.
  package var defaults = AttributeSet()

  /// The secret; nil when the item has none, which differs from an empty one.
  package var secret: [UInt8]?

  /// Where the item stands in its source, for a person: `line 7`, or the path of an entry.
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
  /// Why the item is too large for a keychain (D31); nil when it is not.
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

  /// What no two items of a keychain share: equal for items of which only one can be stored.
  ///
  /// - Parameter accessGroup: The group of an item that names none.
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
