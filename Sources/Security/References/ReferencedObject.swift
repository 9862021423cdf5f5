import KeychainModel

/// An object that stands for items by what it says of itself: a key, a certificate or an identity
/// (secitem 2.8).
protocol ReferencedObject {
  /// The class of the items.
  var itemClass: ItemClass { get }

  /// What the object adds to a dictionary that does not say it.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)]

  /// What a new item holds.
  var data: [UInt8] { get }

  /// What items must hold to be found; nil when their attributes are enough.
  var searchedData: [UInt8]? { get }
}

extension ReferencedObject {
  /// Whether items of a class hold the object: identities hold certificates and keys, too.
  func isHeld(by itemClass: ItemClass) -> Bool {
    self.itemClass == itemClass
      || itemClass == .identity && [.certificate, .key].contains(self.itemClass)
  }
}
