public import Foundation
import KeychainModel
import AsymmetricKeys

/// Signs data with a private key.
///
/// - Parameters:
///   - key: A private key.
///   - algorithm: How. The `Digest` forms with a hash in their name want a digest of exactly its
///     length.
///   - dataToSign: The digest, the message or the padded block, as the algorithm says.
///   - error: Receives, when the function returns nil, an error that the caller releases:
///     `errSecParam` when the key does not support the algorithm or the data do not fit it.
/// - Returns: The signature, or nil.
public func SecKeyCreateSignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  KeyUse(key, .sign, algorithm).perform(error) { key, algorithm throws(KeychainError) in
    Data(try key.sign(dataToSign.buffer, algorithm)) as NSData
  }
}

/// Verifies a signature with a public key.
///
/// - Parameters:
///   - key: A public key. An RSA private key finds every signature wrong.
///   - algorithm: How, as for `SecKeyCreateSignature`.
///   - signedData: The digest, the message or the padded block, as the algorithm says.
///   - signature: The signature.
///   - error: Receives, when the function returns false, an error that the caller releases:
///     `errSecVerifyFailed` when the signature is not that of the data, whatever is wrong with it;
///     `errSecParam` when the key does not support the algorithm, or a digest has a wrong length.
/// - Returns: Whether the signature is right.
public func SecKeyVerifySignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  let isRight = KeyUse(key, .verify, algorithm).perform(error) {
    key, algorithm throws(KeychainError) in
    try key.verify(signature.buffer, of: signedData.buffer, algorithm)
  }
  if isRight == false {
    KeyCall.report(errSecVerifyFailed, "the signature is not that of the data", to: error)
  }
  return isRight ?? false
}
