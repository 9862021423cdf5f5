public import Foundation

/// Sets the trusted certificate authorities. Evaluations then do not trust the system's authorities, unless
/// `SecTrustSetAnchorCertificatesOnly` adds the system's authorities again.
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

/// Sets whether evaluations trust only the certificates of `SecTrustSetAnchorCertificates`, or also the system's
/// authorities.
///
/// - Parameters:
///   - trust: The trust object.
///   - anchorCertificatesOnly: Whether evaluations trust only these certificates. If the value is true and no anchors
///     were set, nothing is trusted.
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
///   - anchors: Receives an array of certificates. Receives nil if no anchors were set.
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
/// An evaluation fetches missing issuers only if this function, or `SecTrustSetOptions` with `.fetchIssuerFromNet`, has
/// allowed the fetch. An evaluation first looks for a complete chain without the network. If there is none, the
/// evaluation fetches at most four certificates over plain HTTP, from the addresses in the certificates. The fetched
/// certificates are not anchors, and are not stored. On Apple's platforms, a policy for TLS suffices to allow fetching.
/// In Latchkey such a policy does not suffice, because an unverified certificate of a peer could then direct this
/// program to any address.
///
/// An evaluation checks revocation over the network if one of its policies is from `SecPolicyCreateRevocation`. The
/// flags of this policy and this function can forbid the use of the network.
///
/// An evaluation waits at most 15 seconds for the network. This limit does not include the time in which the system's
/// resolver looks up host names (`resolv.conf(5)`). The certificate determines the host name, so a lookup may take as
/// long as the resolver allows.
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
///   - allowFetch: Receives whether the evaluation may fetch missing issuers. The default is false.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
  _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  allowFetch.pointee = DarwinBoolean(trust.with { $0.mayFetchIssuers })
  return errSecSuccess
}

/// Sets the failures that later evaluations accept. These are the failures that `SecTrustCopyExceptions` recorded.
///
/// Exceptions cannot accept a key or a digest that every policy rejects as too weak, a revocation, or a denial by trust
/// settings. Exceptions can accept a signature that does not verify with the issuer's key.
///
/// - Parameters:
///   - trust: The trust object.
///   - exceptions: The data from `SecTrustCopyExceptions`; nil removes the exceptions.
/// - Returns: Whether the exceptions belong to the leaf of `trust` and were set; false for nil.
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
