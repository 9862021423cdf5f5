package import AsymmetricKeys
public import Foundation
import Keychain
package import KeychainModel

/// A cryptographic key: the public or the private half of a pair, or a symmetric key.
///
/// `SecKeyCreateRandomKey` and `SecKeyCreateWithData` make keys, and a search with `kSecReturnRef` returns keys. A key
/// is immutable, and many threads may use it at once. Two keys are equal if they are the same half of the same pair, or
/// the same symmetric key.
///
/// A private key in `keychaind` that is not extractable (`kSecAttrIsExtractable`), or that has an access control, never
/// leaves the service. A search returns a key that signs, decrypts and agrees by requests to the service. Each operation
/// fails with the status of a search if the key was deleted or replaced (`errSecItemNotFound`), if the keychain is locked
/// or a prompt is forbidden (`errSecInteractionNotAllowed`), or if the service cannot be reached (`errSecNotAvailable`). The
/// key keeps the proofs with which it was found.
///
/// `@unchecked Sendable` is safe: the class is final, and its only property is a constant of a Sendable type.
public final class SecKey: NSObject, @unchecked Sendable {
  package let material: KeyMaterial
  /// Whether `SecItemExport` may write the key. The function refuses a key of the keychain whose attribute
  /// `kSecAttrIsExtractable` is false.
  let isExtractable: Bool

  package init(_ material: KeyMaterial, isExtractable: Bool = true) {
    self.material = material
    self.isExtractable = isExtractable
  }

  /// Makes a key from the bytes and the attributes of an item.
  ///
  /// - Throws: `.parameter` if the bytes are not a key of this class and type.
  package convenience init(
    _ keyClass: KeyClass, typeNumber: Int64, data: [UInt8]
  ) throws(KeychainError) {
    self.init(try KeyMaterial(keyClass, typeNumber: typeNumber, data: data))
  }

  /// Returns whether the other object is the same half of the same pair, or the same symmetric key.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecKey else { return false }
    if self === other { return true }
    switch (material, other.material) {
    case (.symmetric(let key), .symmetric(let other)): return key == other
    case (.asymmetric(let key), .asymmetric(let other)):
      guard key.isPrivate == other.isPrivate,
        key.publicRepresentation == other.publicRepresentation
      else { return false }
      guard key.isPrivate else { return true }
      // The private part of a remote key is not here.
      if key.isRemote || other.isRemote { return key.hasMatchingParts && other.hasMatchingParts }
      // The private number of a malformed key can differ from the private number that belongs to the public point. So
      // the private parts are also compared.
      guard let bytes = try? key.externalRepresentation() else { return false }
      return bytes == (try? other.externalRepresentation())
    default: return false
    }
  }

  /// Equal keys have equal hashes. The hash reveals nothing about a private key.
  public override var hash: Int {
    switch material {
    case .asymmetric(let key): key.publicRepresentation.hashValue
    case .symmetric(let key): key.bytes.count
    }
  }

  /// Describes the key for a log: its type, its size, and the numbers of a public key. The text contains no secret.
  public override var description: String {
    let address = "addr: 0x\(String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16))"
    switch material {
    case .asymmetric(let key): return KeyDescription.text(of: key, address: address)
    case .symmetric(let key):
      return "<SecKeyRef algorithm id: \(key.typeNumber), key type: SymmetricKey, "
        + "\(key.bytes.count * 8) bits, \(address)>"
    }
  }
}

extension SecKey: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .key }
}

/// Returns the type number of keys, as returned by `CFGetTypeID`.
public func SecKeyGetTypeID() -> CFTypeID {
  SecKey.typeIdentifier.rawValue
}

extension SecKey {
  /// The identifier of the item of a private key that stays in the service; nil for every other key.
  var itemInService: RowIdentifier? {
    guard case .asymmetric(let key) = material, let backend = key.backend as? RemoteKeyBackend else { return nil }
    return backend.identifier
  }

  /// Makes a key from the class, the type and the data of a key item. Returns nil if the data are not a key of this
  /// class and type.
  ///
  /// - Parameter item: An item that was read with its attributes and its secret.
  convenience init?(of item: Item) {
    if let remote = item.privateKey {
      guard let key = remote.key else { return nil }
      self.init(.asymmetric(key), isExtractable: false)
      return
    }
    guard let keyClass = Self.number(item.attributes[.keyClass]).flatMap(KeyClass.init(rawValue:)),
      let type = Self.number(item.attributes[.type]), let data = item.secret,
      let material = try? KeyMaterial(keyClass, typeNumber: type, data: data)
    else { return nil }
    self.init(material, isExtractable: item.attributes[.extractable] != .number(0))
  }

  /// Returns the number in an attribute. The attribute for the key type contains a decimal string if the number of the
  /// type is too large for the attribute (specification: secitem 2.2).
  private static func number(_ value: AttributeValue?) -> Int64? {
    switch value {
    case .number(let number): number
    case .string(let text): Int64(text)
    case .data, .date, nil: nil
    }
  }
}
