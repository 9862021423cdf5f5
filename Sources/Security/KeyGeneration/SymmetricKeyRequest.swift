import Foundation
import KeychainModel
import AsymmetricKeys

/// Reads the dictionaries of the functions for symmetric keys.
enum SymmetricKeyRequest {
  static func typeAndSize(
    _ values: KeyDictionary
  ) throws(KeychainError) -> (type: Int64, size: Int) {
    guard let type = values.number(kSecAttrKeyType),
      let size = values.number(kSecAttrKeySizeInBits).flatMap({ Int(exactly: $0) })
    else { throw KeychainError(.parameter, "type or size of the key is missing or no number") }
    return (type, size)
  }

  /// Returns the attributes to store with the key. Type and size are removed, because the key itself supplies them.
  static func attributes(_ parameters: NSDictionary) -> NSMutableDictionary {
    let result = NSMutableDictionary()
    for (key, value) in parameters.entries {
      if let key = PropertyValue.text(key) { result.setObject(value, forKey: key as NSString) }
    }
    result.removeObject(forKey: kSecAttrKeyType)
    result.removeObject(forKey: kSecAttrKeySizeInBits)
    return result
  }

  /// Returns the hash algorithm that `kSecAttrPRF` names.
  static func hash(_ values: KeyDictionary) throws(KeychainError) -> HashAlgorithm {
    guard let value = values[kSecAttrPRF] else { return .sha256 }
    switch value {
    case .string("hsha1"): return .sha1
    case .string("hsha224"): return .sha224
    case .string("hsha256"): return .sha256
    case .string("hsha384"): return .sha384
    case .string("hsha512"): return .sha512
    default: throw KeychainError(.parameter, "kSecAttrPRF names no function")
    }
  }
}
