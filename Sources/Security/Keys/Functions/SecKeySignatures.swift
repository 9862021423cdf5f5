public import Foundation
import KeychainModel
import AsymmetricKeys

/// Signs data with a private key.
///
/// - Parameters:
///   - key: A private key.
///   - algorithm: The algorithm. A `Digest` algorithm with a hash in its name requires a digest of exactly that hash's
///     length.
///   - dataToSign: The digest, the message or the padded block, depending on the algorithm.
///   - error: Receives an error if the function returns nil; the caller must release it. `errSecParam`: the key does
///     not support the algorithm, or the data do not fit it.
/// - Returns: The signature, or nil.
public func SecKeyCreateSignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  CheckedKeyOperation(key, .sign, algorithm).perform(error) { key, algorithm throws(KeychainError) in
    Data(try key.sign(dataToSign.buffer, algorithm)) as NSData
  }
}

/// Verifies a signature with a public key.
///
/// - Parameters:
///   - key: A public key. With an RSA private key, verification always fails.
///   - algorithm: The algorithm, as for `SecKeyCreateSignature`.
///   - signedData: The digest, the message or the padded block, depending on the algorithm.
///   - signature: The signature.
///   - error: Receives an error if the function returns false; the caller must release it. `errSecVerifyFailed`: the
///     signature is wrong for any reason. `errSecParam`: the key does not support the algorithm, or the digest has the
///     wrong length.
/// - Returns: Whether the signature is valid.
public func SecKeyVerifySignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  let isRight = CheckedKeyOperation(key, .verify, algorithm).perform(error) {
    key, algorithm throws(KeychainError) in
    try key.verify(signature.buffer, of: signedData.buffer, algorithm)
  }
  if isRight == false {
    ErrorBoundary.report(errSecVerifyFailed, "the signature is not that of the data", to: error)
  }
  return isRight ?? false
}
