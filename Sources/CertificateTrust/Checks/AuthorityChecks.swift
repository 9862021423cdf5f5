import AsymmetricKeys
import KeychainModel
import X509Certificates

/// Checks the authorities of a chain in the cases that OpenSSL does not always check.
enum AuthorityChecks {
  /// - Parameter isComplete: Whether the last certificate of the chain is an anchor.
  static func failures(
    _ chain: [Certificate], _ policies: [TrustPolicy], isComplete: Bool
  ) -> [TrustFailure] {
    var failures: [TrustFailure] = []
    let asking = policies.filter(\.asksAuthoritiesForPurposes)
    for (index, certificate) in chain.enumerated() {
      if index > 0 {
        // OpenSSL accepts an anchor without basic constraints if the anchor has a key usage extension or a Netscape
        // certificate type extension.
        if certificate.version != 1,
          certificate.content.value(of: OID.basicConstraints) == nil
        {
          failures.append(TrustFailure(.basicConstraints, at: index))
        }
        // If the certificate of an authority lists key purposes, the authority can issue certificates only for these
        // key purposes.
        for policy in asking where !certificate.serves(policy) {
          failures.append(TrustFailure(policy.purposeCheck, at: index))
        }
      }
      // The issuer of an anchor is not needed, so the anchor's authority information access extension is not checked.
      if index < chain.count - 1 || !isComplete, !IssuerAccess.isReadable(in: certificate) {
        failures.append(TrustFailure(.unparseableExtension, at: index))
      }
    }
    return failures
  }
}

/// The authority information access extension. The extension contains the addresses of the certificate's issuer and of
/// the issuer's OCSP responders (RFC 5280, 4.2.2.1).
private enum IssuerAccess {
  /// Whether the extension is absent or well-formed.
  static func isReadable(in certificate: Certificate) -> Bool {
    guard let value = certificate.content.value(of: OID.authorityInformationAccess)
    else { return true }
    var reader = DERReader(value[...])
    do {
      var list = try reader.read(.sequence)
      try reader.end()
      while !list.isAtEnd {
        var one = try list.read(.sequence)
        _ = try one.read(.objectIdentifier)
        // A general name has a context-specific tag.
        guard try one.readAny().tag & 0xC0 == 0x80 else { return false }
        try one.end()
      }
      return true
    } catch {
      return false
    }
  }
}
