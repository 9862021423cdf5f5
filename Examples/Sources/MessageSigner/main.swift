// Signs the text on standard input with a key that stays in the keychain. The first run makes the key; later runs find
// it by its tag. The program prints the public key and the signature, for message-verifier.

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

/// A signing key, found by its tag.
struct SigningKey {
  let tag: String
  private let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256

  /// Returns the key, and whether it is new. Makes the key if it does not exist.
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

  /// Makes the pair. The same call stores its private half.
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

  /// Returns the public half: 65 bytes, `04 ‖ X ‖ Y`.
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
