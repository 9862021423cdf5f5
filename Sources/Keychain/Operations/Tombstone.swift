import KeychainModel

/// The attributes of a tombstone, which replaces a deleted item: uniqueness key, accessibility,
/// dates and identifiers (secitem 6.2).
enum Tombstone {
  static func attributes(
    of attributes: AttributeSet, _ schema: ItemSchema, at now: Double
  ) -> AttributeSet {
    var kept = AttributeSet()
    for (name, value) in attributes.entries {
      guard let attribute = schema[name] else { continue }
      let isKept =
        attribute.traits.contains(.unique) || name == .accessible || name == .creationDate
        || name == .modificationDate || name == AttributeName("UUID") || name == .freeAttributes
      if isKept { kept.append(name, value) }
    }
    kept[.tombstone] = .number(1)
    kept[.modificationDate] = .date(now)
    ModificationDate.advance(&kept, beyond: attributes)
    return kept
  }
}
