public import Dispatch
public import Foundation
import CertificateTrust

/// Evaluates the certificates of a trust object.
///
/// - Parameters:
///   - trust: The trust object.
///   - error: Receives an error if the function returns false. The error describes the most severe failure. The
///     underlying error lists all failures. `errSecNotTrusted`: the authority is not trusted.
///     `errSecCreateChainFailed`: the chain is incomplete. `errSecCertificateExpired`: a certificate has expired, or is
///     not valid yet. `errSecHostNameMismatch`: the certificate is for another host. `errSecTrustSettingDeny`: trust
///     settings deny a certificate. `errSecInvalidTrustSettings`: the trust settings cannot be read, so nothing is
///     trusted. `errSecInvalidExtendedKeyUsage`, `errSecUnsupportedKeySize`, `errSecInvalidDigestAlgorithm` and similar
///     codes: a certificate fails the check that the code names. `errSecInternalError`: OpenSSL failed.
/// - Returns: Whether the leaf is trusted.
public func SecTrustEvaluateWithError(
  _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool {
  let evaluationResult = trust.evaluationResult()
  guard let failure = evaluationResult.error else { return true }
  error?.pointee = failure
  return false
}

/// Evaluates the certificates of a trust object asynchronously.
///
/// - Parameters:
///   - trust: The trust object.
///   - queue: The queue on which the caller runs, and on which the function calls `result`.
///   - result: A closure that receives the trust object, whether the leaf is trusted, and the error.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
  _ trust: SecTrust, _ queue: DispatchQueue,
  _ result: @escaping (SecTrust, Bool, CFError?) -> Void
) -> OSStatus {
  // The closure need not be Sendable, because it is called once, on the queue of the caller.
  nonisolated(unsafe) let result = result
  let context = KeychainContext.current
  DispatchQueue.global().async {
    let error = KeychainContext.$current.withValue(context) { trust.evaluationResult().error }
    queue.async { result(trust, error == nil, error) }
  }
  return errSecSuccess
}

/// Evaluates the certificates of a trust object. This function is an older form of `SecTrustEvaluateWithError`.
///
/// - Parameters:
///   - trust: The trust object.
///   - result: Receives the result. `.proceed` and `.unspecified` mean that the leaf is trusted.
/// - Returns: `errSecSuccess`, for every result.
@discardableResult
public func SecTrustEvaluate(
  _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
  SecTrustGetTrustResult(trust, result)
}

/// Receives the result of `SecTrustEvaluateAsync`.
public typealias SecTrustCallback = (SecTrust, SecTrustResultType) -> Void

/// Evaluates the certificates of a trust object asynchronously. This function is an older form of
/// `SecTrustEvaluateAsyncWithError`.
///
/// - Parameters:
///   - trust: The trust object.
///   - queue: The queue on which the function calls `result`. Nil selects the main queue.
///   - result: A closure that receives the trust object and the result.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustEvaluateAsync(
  _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping SecTrustCallback
) -> OSStatus {
  // The closure need not be Sendable, because it is called once, on the queue of the caller.
  nonisolated(unsafe) let result = result
  let context = KeychainContext.current
  DispatchQueue.global().async {
    let made = KeychainContext.$current.withValue(context) { trust.evaluationResult().result }
    (queue ?? .main).async { result(trust, made) }
  }
  return errSecSuccess
}

/// Finds the result of the evaluation. Evaluates the certificates first if necessary.
///
/// - Parameters:
///   - trust: The trust object.
///   - result: Receives the result.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetTrustResult(
  _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
  result.pointee = trust.evaluationResult().result
  return errSecSuccess
}

/// Returns the certificate chain from the leaf towards the anchor. The chain may be incomplete. Evaluates the
/// certificates first if necessary.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
  trust.evaluationResult().chain as NSArray
}

/// Returns the number of certificates in the chain. Evaluates the certificates first if necessary.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex {
  trust.evaluationResult().chain.count
}

/// Returns the certificate of the chain at an index; nil if the chain has no such index. Index 0 is the leaf. For other
/// indices, the function evaluates the certificates first if necessary.
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
  if ix == 0 { return trust.with { $0.certificates.first } }
  let chain = trust.evaluationResult().chain
  return chain.indices.contains(ix) ? chain[ix] : nil
}

/// Returns the public key of the leaf. The function does not evaluate the leaf. Returns nil if `SecKey` does not
/// support the key.
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
  trust.with { $0.certificates.first }.flatMap { SecCertificateCopyKey($0) }
}

/// Returns the public key of the leaf. This function is the older name of `SecTrustCopyKey`.
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }

/// Returns descriptions of the failures for the user; nil if the leaf is trusted. Evaluates the certificates first if
/// necessary.
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
  let evaluationResult = trust.evaluationResult()
  guard evaluationResult.error != nil else { return nil }
  var texts: [String] = []
  for failure in evaluationResult.failures {
    let text = "This certificate \(TrustErrors.sentence(failure.check))."
    if !texts.contains(text) { texts.append(text) }
  }
  return texts.map { ["type": "error", "value": $0] } as NSArray
}
