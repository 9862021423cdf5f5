package import KeychainModel

/// What was read, and how it was written.
package struct ExternalContent: Sendable {
  package let items: [ExternalItem]
  package let format: ExternalFormat

  package init(_ items: [ExternalItem], _ format: ExternalFormat) {
    self.items = items
    self.format = format
  }

  /// The type of the only item; `.aggregate` for several, and for what a container holds.
  package var type: ExternalItemType {
    items.count == 1 && !format.isContainer ? items[0].type : .aggregate
  }

  /// What is stored of it, part by part. Certificates beside an identity in PKCS#12 are those of its chain:
  /// they may give way to others, the identity is whole without them.
  package var parts: [(item: ExternalItem, givesWay: Bool)] {
    let hasChain = format == .pkcs12 && items.contains { $0.parts.count > 1 }
    return items.flatMap { item in
      item.parts.map { ($0, hasChain && item.parts.count == 1 && item.type == .certificate) }
    }
  }

  /// - Throws: `.multiplePrivateKeys` unless there is at most one private key.
  package func checkOnePrivateKey() throws(KeychainError) {
    guard items.count(where: \.hasPrivateKey) <= 1 else {
      throw KeychainError(.multiplePrivateKeys, "there is more than one private key")
    }
  }
}
