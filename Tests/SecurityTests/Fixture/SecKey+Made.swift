import Foundation
import Security
import Testing

extension SecKey {
  /// Returns a new private key that is not in a keychain. An elliptic-curve key takes microseconds, an RSA key up to a
  /// second.
  static func made(
    _ type: CFString = kSecAttrKeyTypeECSECPrimeRandom, bits: Int = 256
  ) throws -> SecKey {
    let parameters: Query = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits]
    return try #require(SecKeyCreateRandomKey(parameters as NSDictionary, nil))
  }

  var publicKey: SecKey? { SecKeyCopyPublicKey(self) }

  var bytes: Data? { SecKeyCopyExternalRepresentation(self, nil) as Data? }

  /// The hash of the public key, from the attributes of the key.
  var applicationLabel: Data? {
    SecKeyCopyAttributes(self)?[kSecAttrApplicationLabel] as? Data
  }

  /// Returns whether `other` verifies a signature that this key made.
  func isPrivatePart(of other: SecKey) -> Bool {
    let text = Data("text".utf8) as NSData
    let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
    guard let signature = SecKeyCreateSignature(self, algorithm, text, nil) else { return false }
    return SecKeyVerifySignature(other, algorithm, text, signature, nil)
  }
}
