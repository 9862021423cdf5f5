import Foundation
import KeychainModel
import AsymmetricKeys

/// A key that a dictionary uses as a reference to items. The key's attributes select the items (secitem 2.8).
struct KeyReference: ReferencedObject {
  /// The bytes of the key.
  let data: [UInt8]

  private let attributes: [(name: AttributeName, value: PropertyValue)]
  private let isSymmetric: Bool

  /// - Throws: An error if the key cannot be read.
  init(_ key: SecKey) throws(KeychainError) {
    data = try key.material.externalRepresentation()
    isSymmetric = if case .symmetric = key.material { true } else { false }
    // `class` and `v_Data` are not attribute names.
    attributes = try KeyAttributes.dictionary(of: key.material).entries.compactMap { key, value in
      guard let name = PropertyValue.text(key).flatMap(AttributeName.init(key:)) else { return nil }
      return (name, PropertyValue(value))
    }
  }

  var itemClass: ItemClass { .key }

  /// The attributes that the key adds to a dictionary. An add uses all of them. A search does not filter by the
  /// permitted uses of a key, or by whether it is stored.
  func attributes(for operation: Operation) -> [(name: AttributeName, value: PropertyValue)] {
    if operation == .add { return attributes }
    if isSymmetric { return attributes.filter { $0.name == .keyClass || $0.name == .type } }
    return attributes.filter { !Self.notSearched.contains($0.name) }
  }

  /// The bytes that matching items must hold. A symmetric key is found by its bytes, because all keys of its size have
  /// the same attributes. Other keys are found by the hash of their public part, so this is nil.
  var searchedData: [UInt8]? { isSymmetric ? data : nil }

  private static let notSearched: Set<AttributeName> = Set(
    ["perm", "encr", "decr", "drve", "sign", "vrfy", "snrc", "vyrc", "wrap", "unwp"]
      .map { AttributeName($0) })
}
