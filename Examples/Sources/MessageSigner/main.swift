// Signs standard input with a private key that never leaves the keychain. The first run of the program makes the key; a
// later run finds the key by its tag. The program prints the public key and the signature, which message-verifier
// reads.

import Foundation
import Security

struct KeyFailure: Error, CustomStringConvertible {
  let description: String

  init(_ status: OSStatus) {
    description = SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
  }

  init(_ error: Unmanaged<CFError>?) {
    description = error?.takeRetainedValue().localizedDescription ?? "no reason given"
  }
}

/// A signing key, which is found in the keychain by its tag.
struct SigningKey {
  let tag: String
  private let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256

  /// Returns the private key. Makes the key if the keychain has no key with the tag. `isNew` is true if the key was
  /// made.
  func load() throws -> (key: SecKey, isNew: Bool) {
    let query: [CFString: Any] = [
      kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
      kSecAttrApplicationTag: Data(tag.utf8), kSecReturnRef: true,
    ]
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecSuccess, let key = result as? SecKey { return (key, false) }
    guard status == errSecItemNotFound else { throw KeyFailure(status) }
    return (try make(), true)
  }

  /// Makes a pair of keys. The call also stores the private key in the keychain, because the key is permanent.
  private func make() throws -> SecKey {
    let parameters: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
      kSecPrivateKeyAttrs: [
        kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data(tag.utf8),
        kSecAttrLabel: "message-signer",
      ] as [CFString: Any],
    ]
    var error: Unmanaged<CFError>?
    guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, &error) else {
      throw KeyFailure(error)
    }
    return key
  }

  func signature(of message: Data, with key: SecKey) throws -> Data {
    var error: Unmanaged<CFError>?
    guard let signature = SecKeyCreateSignature(key, algorithm, message as CFData, &error) else {
      throw KeyFailure(error)
    }
    return signature as Data
  }

  /// Returns the public key as 65 bytes: `04 ‖ X ‖ Y`.
  func publicKey(of key: SecKey) throws -> Data {
    var error: Unmanaged<CFError>?
    guard let publicKey = SecKeyCopyPublicKey(key),
      let bytes = SecKeyCopyExternalRepresentation(publicKey, &error)
    else { throw KeyFailure(error) }
    return bytes as Data
  }
}

do {
  let signing = SigningKey(tag: "com.example.message-signer")
  let (key, isNew) = try signing.load()
  let message = FileHandle.standardInput.readDataToEndOfFile()
  FileHandle.standardError.write(Data("the key was \(isNew ? "made" : "found")\n".utf8))
  print(try signing.publicKey(of: key).base64EncodedString())
  print(try signing.signature(of: message, with: key).base64EncodedString())
} catch {
  FileHandle.standardError.write(Data("message-signer: \(error)\n".utf8))
  exit(1)
}
