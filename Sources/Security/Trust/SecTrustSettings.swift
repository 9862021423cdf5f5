public import Foundation

/// Trusts other authorities than the system's from now on: only these, until
/// `SecTrustSetAnchorCertificatesOnly` says otherwise.
///
/// - Parameters:
///   - trust: The trust object.
///   - anchorCertificates: An array of certificates, none for no trust at all; nil for the system's.
/// - Returns: `errSecSuccess`; `errSecParam` when a member of the array is no certificate.
@discardableResult
public func SecTrustSetAnchorCertificates(
  _ trust: SecTrust, _ anchorCertificates: CFArray?
) -> OSStatus {
  guard let anchorCertificates else {
    trust.with { ($0.anchors, $0.trustsOnlyAnchors) = (nil, false) }
    return errSecSuccess
  }
  guard Arguments.areSound(anchorCertificates),
    let anchors = TrustArguments.members(anchorCertificates, of: SecCertificate.self)
  else {
    return errSecParam
  }
  trust.with { ($0.anchors, $0.trustsOnlyAnchors) = (anchors, true) }
  return errSecSuccess
}

/// Trusts the system's authorities beside those of `SecTrustSetAnchorCertificates`, or not.
///
/// - Parameters:
///   - trust: The trust object.
///   - anchorCertificatesOnly: Whether the system's are left out: where no anchors were set, nothing is trusted.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(
  _ trust: SecTrust, _ anchorCertificatesOnly: Bool
) -> OSStatus {
  trust.with { $0.trustsOnlyAnchors = anchorCertificatesOnly }
  return errSecSuccess
}

/// Finds the authorities of `SecTrustSetAnchorCertificates`.
///
/// - Parameters:
///   - trust: The trust object.
///   - anchors: Receives an array; nil when there are none.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
  _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  anchors.pointee = trust.with { $0.anchors }.map { $0 as NSArray }
  return errSecSuccess
}

/// Judges as of a date.
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

/// Returns the time as of which certificates are judged, in seconds since 2001-01-01 00:00:00 UTC. When
/// none was set it is the present, from then on.
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
  trust.with { state in
    if let date = state.date { return date }
    let now = Date().timeIntervalSinceReferenceDate
    state.date = now
    return now
  }
}

/// Says whether a judgement may fetch issuers that are missing, over plain HTTP from where certificates say that
/// they are; and whether it may ask whether certificates were revoked.
///
/// Issuers are fetched only once this has said yes (or `SecTrustSetOptions` did, by `.fetchIssuerFromNet`), and
/// only where no chain to an authority was found without: the certificate that says where from is one that nobody
/// has vouched for, and Apple's default, by which a policy for TLS is enough, would let a peer send this program
/// to any address. At most four certificates are fetched; what was fetched is no anchor, and is not kept.
///
/// Revocation is asked about when a policy of `SecPolicyCreateRevocation` is among those of the object and does
/// not forbid it, unless this has said no. A judgement waits 15 seconds at most for both, and besides
/// for as long as the resolver of the system takes to look up names (`resolv.conf(5)`): the certificate chooses the
/// name, and nobody may answer for it.
///
/// - Parameters:
///   - trust: The trust object.
///   - allowFetch: Whether it may.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
  trust.with { $0.mayUseNetwork = allowFetch }
  return errSecSuccess
}

/// Finds whether a judgement may fetch issuers that are missing.
///
/// - Parameters:
///   - trust: The trust object.
///   - allowFetch: Receives whether it may: false until somebody said so.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
  _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  allowFetch.pointee = DarwinBoolean(trust.with { $0.mayFetchIssuers })
  return errSecSuccess
}

/// Lives with failures that were found before: those that `SecTrustCopyExceptions` wrote are no failures
/// any more. Keys and digests that are too weak under every policy, revocations and denials stay failures; a
/// signature that is not the issuer's does not.
///
/// - Parameters:
///   - trust: The trust object.
///   - exceptions: What `SecTrustCopyExceptions` wrote; nil to forget it.
/// - Returns: Whether the exceptions are for this leaf, and were taken; false for nil.
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

/// Returns what is wrong with the certificates, for `SecTrustSetExceptions`. Judges if that has not been
/// done.
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
  TrustExceptions(trust.judgement()).data.map { $0 as NSData }
}
