import Foundation
import KeychainModel
import AsymmetricKeys

/// A key in the place of a reference to an item: it stands for what it says of itself (secitem 2.8).
struct KeyReference: ReferencedObject {
  /// The bytes of the key.
  let data: [UInt8]

  private let attributes: [(name: AttributeName, value: PropertyValue)]
  private let isSymmetric: Bool

  /// - Throws: What reading the key throws.
  init(_ key: SecKey) throws(KeychainError) {
    data = try key.material.externalRepresentation()
    isSymmetric = if case .symmetric = key.material { true } else { false }
    // `class` and `v_Data` are no names of attributes.
    attributes = try KeyAttributes.dictionary(of: key.material).entries.compactMap { key, value in
      guard let name = PropertyValue.text(key).flatMap(AttributeName.init(key:)) else { return nil }
      return (name, PropertyValue(value))
    }
  }

  var itemClass: ItemClass { .key }

  /// What the key adds to a dictionary: all of it to an add. What it may be used for, and whether it is
  /// stored, find no item.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)] {
    if operation == .add { return attributes }
    if isSymmetric { return attributes.filter { $0.name == .keyClass || $0.name == .type } }
    return attributes.filter { !Self.notSearched.contains($0.name) }
  }

  /// The bytes that items must hold to be found: those of a symmetric key, whose attributes are those
  /// of every other of its size. Others have the hash of their public part.
  var searchedData: [UInt8]? { isSymmetric ? data : nil }

  private static let notSearched: Set<AttributeName> = Set(
    ["perm", "encr", "decr", "drve", "sign", "vrfy", "snrc", "vyrc", "wrap", "unwp"]
      .map { AttributeName($0) })
}
