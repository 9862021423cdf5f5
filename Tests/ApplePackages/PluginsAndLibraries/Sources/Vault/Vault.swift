import Foundation

/// Encrypts data with a key in the keychain. The first use creates the key.
public enum Vault {
  /// Returns the private key with the tag that the plug-in generated. Creates the key if it does not exist.
  public static func key() -> SecKey? {
    let tag = Data(vaultTag.utf8)
    let query: [CFString: Any] = [
      kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecReturnRef: true,
    ]
    var found: CFTypeRef?
    if SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess, let found {
      // swift-format-ignore: NeverForceUnwrap
      return (found as! SecKey)
    }
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
      kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: tag]
        as [CFString: Any],
    ]
    return SecKeyCreateRandomKey(attributes as CFDictionary, nil)
  }

  /// Encrypts data with the public key.
  public static func seal(_ data: Data) -> Data? {
    guard let key = key(), let publicKey = SecKeyCopyPublicKey(key) else { return nil }
    return SecKeyCreateEncryptedData(
      publicKey, .eciesEncryptionCofactorX963SHA256AESGCM, data as CFData, nil) as Data?
  }
}
