package import KeychainModel

/// The items that were read, and their format.
package struct ExternalContent: Sendable {
  package let items: [ExternalItem]
  package let format: ExternalFormat

  package init(_ items: [ExternalItem], _ format: ExternalFormat) {
    self.items = items
    self.format = format
  }

  /// The type of the only item; `.aggregate` for several items, and for a container.
  package var type: ExternalItemType {
    items.count == 1 && !format.isContainer ? items[0].type : .aggregate
  }

  /// The parts to store. In PKCS#12, certificates beside an identity belong to its chain. `acceptsConflicting` is
  /// true for them: a different existing certificate may stay in their place, because the identity is
  /// complete without them.
  package var parts: [(item: ExternalItem, acceptsConflicting: Bool)] {
    let hasChain = format == .pkcs12 && items.contains { $0.parts.count > 1 }
    return items.flatMap { item in
      item.parts.map { ($0, hasChain && item.parts.count == 1 && item.type == .certificate) }
    }
  }

  /// - Throws: `.multiplePrivateKeys` when there is more than one private key.
  package func checkOnePrivateKey() throws(KeychainError) {
    guard items.count(where: \.hasPrivateKey) <= 1 else {
      throw KeychainError(.multiplePrivateKeys, "there is more than one private key")
    }
  }
}
