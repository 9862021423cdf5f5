import KeychainModel

/// An object whose attributes select items: a key, a certificate or an identity (secitem 2.8).
protocol ReferencedObject {
  /// The class of the items.
  var itemClass: ItemClass { get }

  /// Returns the attributes that the object adds to a dictionary. They apply where the dictionary does not have the
  /// attribute.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)]

  /// The data of a new item.
  var data: [UInt8] { get }

  /// The data that matching items must hold; nil if the attributes suffice.
  var searchedData: [UInt8]? { get }
}

extension ReferencedObject {
  /// Returns whether items of a class hold the object. Identities also hold certificates and keys.
  func isHeld(by itemClass: ItemClass) -> Bool {
    self.itemClass == itemClass
      || itemClass == .identity && [.certificate, .key].contains(self.itemClass)
  }
}
