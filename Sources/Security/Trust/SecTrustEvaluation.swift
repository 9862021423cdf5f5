public import Dispatch
public import Foundation
import CertificateTrust

/// Judges certificates.
///
/// - Parameters:
///   - trust: The trust object.
///   - error: Receives, when the function returns false, what is wrong: the most severe failure, and all
///     of them in its underlying error. `errSecNotTrusted` for an authority that is not trusted,
///     `errSecCreateChainFailed` for a chain that ends nowhere, `errSecCertificateExpired` also for
///     certificates that are not valid yet, `errSecHostNameMismatch`,
///     `errSecTrustSettingDeny` for a certificate that trust settings deny, `errSecInvalidTrustSettings`
///     when those cannot be read, so that nothing is trusted,
///     `errSecInvalidExtendedKeyUsage`, `errSecUnsupportedKeySize`, `errSecInvalidDigestAlgorithm` and
///     others of certificates; `errSecInternalError` when OpenSSL fails.
/// - Returns: Whether the leaf is trusted.
public func SecTrustEvaluateWithError(
  _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool {
  let judgement = trust.judgement()
  guard let failure = judgement.error else { return true }
  error?.pointee = failure
  return false
}

/// Judges certificates, and calls back.
///
/// - Parameters:
///   - trust: The trust object.
///   - queue: The queue that this is called on, and that the result is handed out on.
///   - result: Receives the object, whether it is trusted, and what is wrong.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
  _ trust: SecTrust, _ queue: DispatchQueue,
  _ result: @escaping (SecTrust, Bool, CFError?) -> Void
) -> OSStatus {
  // The closure need not be Sendable: it is called on the queue of the caller, once.
  nonisolated(unsafe) let result = result
  let context = KeychainContext.current
  DispatchQueue.global().async {
    let error = KeychainContext.$current.withValue(context) { trust.judgement().error }
    queue.async { result(trust, error == nil, error) }
  }
  return errSecSuccess
}

/// Judges certificates: `SecTrustEvaluateWithError` in its older form.
///
/// - Parameters:
///   - trust: The trust object.
///   - result: Receives what it came to: `.proceed` and `.unspecified` mean that the leaf is trusted.
/// - Returns: `errSecSuccess`, whatever the result.
@discardableResult
public func SecTrustEvaluate(
  _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
  SecTrustGetTrustResult(trust, result)
}

/// Receives the result of `SecTrustEvaluateAsync`.
public typealias SecTrustCallback = (SecTrust, SecTrustResultType) -> Void

/// Judges certificates, and calls back: `SecTrustEvaluateAsyncWithError` in its older form.
///
/// - Parameters:
///   - trust: The trust object.
///   - queue: The queue that the result is handed out on; nil for the main queue.
///   - result: Receives the object and what it came to.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustEvaluateAsync(
  _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping SecTrustCallback
) -> OSStatus {
  // As above: called once, on the queue of the caller.
  nonisolated(unsafe) let result = result
  let context = KeychainContext.current
  DispatchQueue.global().async {
    let made = KeychainContext.$current.withValue(context) { trust.judgement().result }
    (queue ?? .main).async { result(trust, made) }
  }
  return errSecSuccess
}

/// Finds what a judgement came to. Judges if that has not been done.
///
/// - Parameters:
///   - trust: The trust object.
///   - result: Receives it.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetTrustResult(
  _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
  result.pointee = trust.judgement().result
  return errSecSuccess
}

/// Returns the certificates from the leaf to the anchor, as far as they were found. Judges if that has
/// not been done.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
  trust.judgement().chain as NSArray
}

/// Returns how long the chain is. Judges if that has not been done.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex {
  trust.judgement().chain.count
}

/// Returns a certificate of the chain: 0 is the leaf, which needs no judgement. Nil outside of the chain.
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
  if ix == 0 { return trust.with { $0.certificates.first } }
  let chain = trust.judgement().chain
  return chain.indices.contains(ix) ? chain[ix] : nil
}

/// Returns the public key of the leaf, judged or not; nil when it is of a kind that there is no `SecKey`
/// of.
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
  trust.with { $0.certificates.first }.flatMap { SecCertificateCopyKey($0) }
}

/// Returns the public key of the leaf: `SecTrustCopyKey` under its older name.
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }

/// Returns what is wrong, as texts for a person; nil when the leaf is trusted. Judges if that has not been
/// done.
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
  let judgement = trust.judgement()
  guard judgement.error != nil else { return nil }
  var texts: [String] = []
  for failure in judgement.failures {
    let text = "This certificate \(TrustErrors.sentence(failure.check))."
    if !texts.contains(text) { texts.append(text) }
  }
  return texts.map { ["type": "error", "value": $0] } as NSArray
}
