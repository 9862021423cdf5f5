import AsymmetricKeys
import Foundation
import KeychainModel

/// The attributes that `SecKeyCopyAttributes` returns for a key (specification: keys-and-certificates 1.6).
enum KeyAttributes {
  /// Returns the attributes of a key. The result has no data if the private part of the key is in another process.
  ///
  /// - Throws: An error if the key cannot be read.
  static func dictionary(of material: KeyMaterial) throws(KeychainError) -> NSDictionary {
    let result = NSMutableDictionary()
    result.setObject(kSecClassKey, forKey: kSecClass)
    if !material.isRemote {
      result.setObject(Data(try material.externalRepresentation()) as NSData, forKey: kSecValueData)
    }
    for (name, value) in try material.itemAttributes().entries {
      result.setObject(object(name, value), forKey: name.key as NSString)
    }
    return result
  }

  private static func object(_ name: AttributeName, _ value: AttributeValue) -> NSObject {
    switch value {
    case .number(let number):
      switch name {
      // The values of these two attributes are strings, because constants such as `kSecAttrKeyTypeRSA` are strings.
      case .keyClass, .type: String(number) as NSString
      case .keySize, .effectiveKeySize: NSNumber(value: Int(number))
      default: NSNumber(value: number == 1)
      }
    case .data(let bytes): Data(bytes) as NSData
    case .string(let text): text as NSString
    case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
    }
  }
}

/// Describes a key for a log (specification: keys-and-certificates 1.1).
enum KeyDescription {
  static func text(of key: AsymmetricKey, address: String) -> String {
    let part = key.isPrivate ? "Private" : "Public"
    switch key.kind {
    case .rsa(let bitCount):
      let size = "\(bitCount) bits (block size: \(key.blockByteCount))"
      let numbers = key.isPrivate ? "" : rsaNumbers(of: key)
      return "<SecKeyRef algorithm id: 1, key type: RSA\(part)Key, version: 4, \(size), "
        + "\(numbers)\(address)>"
    case .ellipticCurve(let curve):
      let name = "kSecECCurve" + curve.secName.prefix(1).uppercased() + curve.secName.dropFirst()
      let size = "block size: \(curve.rawValue) bits"
      let point = key.publicRepresentation.dropFirst()
      let coordinates =
        key.isPrivate
        ? ""
        : "y: \(hex(point.suffix(curve.byteCount))), x: \(hex(point.prefix(curve.byteCount))), "
      return "<SecKeyRef curve type: \(name), algorithm id: 3, key type: EC\(part)Key, "
        + "version: 4, \(size), \(coordinates)\(address)>"
    }
  }

  private static func rsaNumbers(of key: AsymmetricKey) -> String {
    guard let numbers = key.rsaPublicNumbers else { return "" }
    let exponent = hex(numbers.exponent[...])
    return "exponent: \(exponent), modulus: \(hex(numbers.modulus[...])), "
  }

  private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { String(format: "%02X", $0) }.joined()
  }
}
