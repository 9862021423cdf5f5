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

  /// - Throws: `.multiplePrivateKeys` unless there is at most one private key.
  package func checkOnePrivateKey() throws(KeychainError) {
    guard items.count(where: \.hasPrivateKey) <= 1 else {
      throw KeychainError(.multiplePrivateKeys, "there is more than one private key")
    }
  }
}
