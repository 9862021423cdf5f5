// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security

/// A signing key in the keychain.
public struct DeviceIdentity {
  /// The private key.
  public let privateKey: SecKey

  /// Finds the key with a tag. Creates the key if the keychain has no key with the tag.
  public init(tag: String) throws {
    let applicationTag = Data(tag.utf8)
    let query: [CFString: Any] = [
      kSecClass: kSecClassKey,
      kSecAttrApplicationTag: applicationTag,
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
      kSecReturnRef: true,
    ]
    var found: CFTypeRef?
    if SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess {
      privateKey = found as! SecKey
      return
    }
    var error: Unmanaged<CFError>?
    guard
      let access = SecAccessControlCreateWithFlags(
        kCFAllocatorDefault, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, &error)
    else { throw error!.takeRetainedValue() as Error }
    let attributes: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
      kSecAttrKeySizeInBits: 256,
      kSecPrivateKeyAttrs: [
        kSecAttrIsPermanent: true,
        kSecAttrApplicationTag: applicationTag,
        kSecAttrAccessControl: access,
      ] as [CFString: Any],
    ]
    guard let key = SecKeyCreateRandomKey(attributes, &error) else {
      throw error!.takeRetainedValue() as Error
    }
    privateKey = key
  }

  /// The public key that belongs to the private key.
  public var publicKey: SecKey? { SecKeyCopyPublicKey(privateKey) }

  /// Returns the signature of a message.
  public func sign(_ message: Data) throws -> Data {
    let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
    guard SecKeyIsAlgorithmSupported(privateKey, .sign, algorithm) else {
      throw TokenStoreError(errSecUnimplemented)
    }
    var error: Unmanaged<CFError>?
    guard let signature = SecKeyCreateSignature(privateKey, algorithm, message as CFData, &error)
    else { throw error!.takeRetainedValue() as Error }
    return signature as Data
  }

  /// Returns random bytes for a challenge.
  public static func challenge(count: Int = 32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let status = SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)
    precondition(status == errSecSuccess)
    return bytes
  }
}
