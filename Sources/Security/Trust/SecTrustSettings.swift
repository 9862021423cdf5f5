public import Foundation

/// Sets the trusted certificate authorities. They replace the system's authorities, unless
/// `SecTrustSetAnchorCertificatesOnly` adds the system's again.
///
/// - Parameters:
///   - trust: The trust object.
///   - anchorCertificates: An array of certificates. With an empty array, nothing is trusted. Nil restores the
///     system's authorities.
/// - Returns: `errSecSuccess`; `errSecParam` if a member of the array is not a certificate.
@discardableResult
public func SecTrustSetAnchorCertificates(
  _ trust: SecTrust, _ anchorCertificates: CFArray?
) -> OSStatus {
  guard let anchorCertificates else {
    trust.with { ($0.anchors, $0.trustsOnlyAnchors) = (nil, false) }
    return errSecSuccess
  }
  guard ArgumentChecks.areValid(anchorCertificates),
    let anchors = TrustArguments.members(anchorCertificates, of: SecCertificate.self)
  else {
    return errSecParam
  }
  trust.with { ($0.anchors, $0.trustsOnlyAnchors) = (anchors, true) }
  return errSecSuccess
}

/// Sets whether the system's authorities are trusted in addition to the certificates of
/// `SecTrustSetAnchorCertificates`.
///
/// - Parameters:
///   - trust: The trust object.
///   - anchorCertificatesOnly: Whether to exclude the system's authorities. If it is true and no anchors were set,
///     nothing is trusted.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(
  _ trust: SecTrust, _ anchorCertificatesOnly: Bool
) -> OSStatus {
  trust.with { $0.trustsOnlyAnchors = anchorCertificatesOnly }
  return errSecSuccess
}

/// Finds the authorities that `SecTrustSetAnchorCertificates` set.
///
/// - Parameters:
///   - trust: The trust object.
///   - anchors: Receives an array; nil if none were set.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
  _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  anchors.pointee = trust.with { $0.anchors }.map { $0 as NSArray }
  return errSecSuccess
}

/// Sets the date at which certificates must be valid.
///
/// - Parameters:
///   - trust: The trust object.
///   - verifyDate: The date.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
  trust.with { $0.date = verifyDate.timeIntervalSinceReferenceDate }
  return errSecSuccess
}

/// Returns the time at which certificates must be valid, in seconds since 2001-01-01 00:00:00 UTC. If no time was set,
/// the function sets the current time and returns it.
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
  trust.with { state in
    if let date = state.date { return date }
    let now = Date().timeIntervalSinceReferenceDate
    state.date = now
    return now
  }
}

/// Sets whether an evaluation may fetch missing issuers and check revocation over the network.
///
/// Fetching issuers: An evaluation fetches issuers only after this function has allowed it, or `SecTrustSetOptions`
/// with `.fetchIssuerFromNet`. It fetches only if it found no complete chain without the network. It uses plain HTTP
/// and the addresses that the certificates contain. At most four certificates are fetched. They are not anchors, and
/// are not stored. On Apple's platforms a policy for TLS suffices to allow fetching. This would let a peer send this
/// program to any address, because nobody has verified the certificate that contains the address.
///
/// Checking revocation: An evaluation checks revocation over the network if one of its policies is from
/// `SecPolicyCreateRevocation` and does not forbid it, unless this function has forbidden it.
///
/// An evaluation waits at most 15 seconds for both. The time in which the system's resolver looks up host names is not
/// included (`resolv.conf(5)`): the certificate chooses the name, so a lookup may take as long as the resolver allows.
///
/// - Parameters:
///   - trust: The trust object.
///   - allowFetch: Whether the network may be used.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
  trust.with { $0.mayUseNetwork = allowFetch }
  return errSecSuccess
}

/// Finds whether an evaluation may fetch missing issuers.
///
/// - Parameters:
///   - trust: The trust object.
///   - allowFetch: Receives whether it may. The default is false.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
  _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  allowFetch.pointee = DarwinBoolean(trust.with { $0.mayFetchIssuers })
  return errSecSuccess
}

/// Sets failures to accept. Later evaluations ignore the failures that `SecTrustCopyExceptions` recorded.
///
/// Some failures cannot be accepted: keys and digests that are too weak under every policy, revocations, and denials
/// by trust settings. A signature that does not verify with the issuer's key can be accepted.
///
/// - Parameters:
///   - trust: The trust object.
///   - exceptions: The data from `SecTrustCopyExceptions`; nil removes the exceptions.
/// - Returns: Whether the exceptions belong to this leaf and were set; false for nil.
@discardableResult
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
  trust.with { state in
    guard let exceptions, let read = TrustExceptions(exceptions as Data),
      let leaf = state.certificates.first, read.isFor(leaf.certificate)
    else {
      state.exceptions = nil
      return false
    }
    state.exceptions = read
    return true
  }
}

/// Returns the failures of the certificates, as data for `SecTrustSetExceptions`. Evaluates the certificates first if
/// necessary.
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
  TrustExceptions(trust.evaluationResult()).data.map { $0 as NSData }
}
