import AsymmetricKeys
import X509Certificates

/// The checks of authorities that OpenSSL does not make, or makes for some of them.
enum AuthorityChecks {
  /// - Parameter isComplete: Whether the last certificate is an anchor.
  static func failures(
    _ chain: [Certificate], _ policies: [TrustPolicy], isComplete: Bool
  ) -> [TrustFailure] {
    var failures: [TrustFailure] = []
    let asking = policies.filter(\.asksAuthoritiesForPurposes)
    for (index, certificate) in chain.enumerated() {
      if index > 0 {
        // OpenSSL lets an anchor pass that has a key usage, or the type of Netscape, in the place of constraints.
        if certificate.version != 1,
          certificate.content.value(of: OID.basicConstraints) == nil
        {
          failures.append(TrustFailure(.basicConstraints, at: index))
        }
        // Whoever names purposes can hand on no others.
        for policy in asking where !certificate.serves(policy) {
          failures.append(TrustFailure(policy.purposeCheck, at: index))
        }
      }
      // Nobody asks for the issuer of an anchor.
      if index < chain.count - 1 || !isComplete, !IssuerAccess.isReadable(in: certificate) {
        failures.append(TrustFailure(.unparseableExtension, at: index))
      }
    }
    return failures
  }
}

/// Where a certificate says that its issuer and the issuer's answers are (RFC 5280, 4.2.2.1).
private enum IssuerAccess {
  /// Whether the extension is absent, or a list of places.
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
        // Names are under tags of the context.
        guard try one.readAny().tag & 0xC0 == 0x80 else { return false }
        try one.end()
      }
      return true
    } catch {
      return false
    }
  }
}
