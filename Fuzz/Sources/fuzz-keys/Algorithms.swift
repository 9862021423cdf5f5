import Foundation
import Security

enum Algorithms {
  /// The names of one algorithm of each kind, and a name that no algorithm has.
  static let names = [
    "sign:RSA:raw", "sign:RSA:digest-PKCS1v15", "sign:RSA:message-PKCS1v15:SHA256",
    "sign:RSA:message-PSS:SHA1:SHA1:20", "sign:ECDSA:digest-X962", "sign:ECDSA:RFC4754",
    "sign:ECDSA:message-X962:SHA512", "sign:ECDSA:message-RFC4754:SHA256", "encrypt:RSA:raw",
    "encrypt:RSA:PKCS1", "encrypt:RSA:OAEP:SHA1", "encrypt:RSA:OAEP:SHA1:AESGCM",
    "encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM", "encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV",
    "keyexchange:ECDH", "keyexchange:ECDHC:KDFX963:SHA256", "none",
  ].map { "algid:" + $0 }

  /// Valid keys. They are created once.
  static let keys: [SecKey] = [(kSecAttrKeyTypeRSA, 512), (kSecAttrKeyTypeEC, 256)].flatMap {
    let parameters = [kSecAttrKeyType: $0.0, kSecAttrKeySizeInBits: $0.1] as NSDictionary
    let key = SecKeyCreateRandomKey(parameters, nil)
    return [key, key.flatMap(SecKeyCopyPublicKey)].compactMap { $0 }
  }
}
