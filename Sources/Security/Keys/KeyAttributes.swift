import Foundation
import KeychainModel
import AsymmetricKeys

/// The attributes that `SecKeyCopyAttributes` returns for a key (keys-and-certificates 1.6).
enum KeyAttributes {
  /// - Throws: An error if the key cannot be read.
  static func dictionary(of material: KeyMaterial) throws(KeychainError) -> NSDictionary {
    let bytes = try material.externalRepresentation()
    let result = NSMutableDictionary()
    result.setObject(kSecClassKey, forKey: kSecClass)
    result.setObject(Data(bytes) as NSData, forKey: kSecValueData)
    for (name, value) in try material.itemAttributes().entries {
      result.setObject(object(name, value), forKey: name.key as NSString)
    }
    return result
  }

  private static func object(_ name: AttributeName, _ value: AttributeValue) -> NSObject {
    switch value {
    case .number(let number):
      switch name {
      // Strings, like the constants.
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
