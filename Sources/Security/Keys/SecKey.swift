public import Foundation
package import KeychainModel
package import AsymmetricKeys

/// A cryptographic key: the public or the private part of a pair, or a symmetric key.
///
/// Made by `SecKeyCreateRandomKey` and `SecKeyCreateWithData`, or found in the keychain with
/// `kSecReturnRef`. It never changes, and may be used from many threads at once. Two keys are equal
/// if they are the same part of the same key, wherever they came from.
///
/// `@unchecked Sendable` holds because the class is final and its only property is a constant of a
/// Sendable type.
public final class SecKey: NSObject, @unchecked Sendable {
  package let material: KeyMaterial

  package init(_ material: KeyMaterial) { self.material = material }

  /// A key from the bytes and the attributes of an item.
  ///
  /// - Throws: `.parameter` for bytes that are no such key.
  package convenience init(
    _ keyClass: KeyClass, typeNumber: Int64, data: [UInt8]
  ) throws(KeychainError) {
    self.init(try KeyMaterial(keyClass, typeNumber: typeNumber, data: data))
  }

  /// Whether the other object is the same part of the same key.
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
      // A private number need not be that of its point.
      guard let bytes = try? key.externalRepresentation() else { return false }
      return bytes == (try? other.externalRepresentation())
    default: return false
    }
  }

  /// Equal keys have equal hashes. Tells nothing of a private part.
  public override var hash: Int {
    switch material {
    case .asymmetric(let key): key.publicRepresentation.hashValue
    case .symmetric(let key): key.bytes.count
    }
  }

  /// The type and size of the key for a log, and the numbers of a public one; never a secret.
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

/// Returns the type number of keys, as `CFGetTypeID` gives it.
public func SecKeyGetTypeID() -> CFTypeID {
  SecKey.typeIdentifier.rawValue
}
