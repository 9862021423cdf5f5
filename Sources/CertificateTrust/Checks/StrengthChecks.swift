import AsymmetricKeys
import X509Certificates

/// Checks that the keys and signatures of a chain are strong enough.
enum StrengthChecks {
  /// The smallest key sizes in bits. Smaller keys are weak under every policy (specification: keys-and-certificates
  /// 2.7).
  private static let weak = (rsa: 1024, curve: 160)

  static func failures(
    _ chain: [Certificate], _ policies: [TrustPolicy], isComplete: Bool
  ) -> [TrustFailure] {
    var failures: [TrustFailure] = []
    for (index, certificate) in chain.enumerated() {
      if !isStrong(certificate, weak) {
        failures.append(TrustFailure(.weakKeySize, at: index))
      }
      for least in policies.compactMap(\.leastKeyBits) where !isStrong(certificate, least) {
        failures.append(TrustFailure(.keySize, at: index))
      }
      // The signature of an anchor is not checked, because an anchor is trusted without its signature.
      guard index < chain.count - 1 || !isComplete else { continue }
      switch certificate.signatureDigest {
      case nil: failures.append(TrustFailure(.processing, at: index))
      case .broken: failures.append(TrustFailure(.weakSignature, at: index))
      case .sha1 where policies.contains(where: \.refusesSHA1):
        failures.append(TrustFailure(.signatureHash, at: index))
      default: break
      }
    }
    return failures
  }

  private static func isStrong(
    _ certificate: Certificate, _ least: (rsa: Int, curve: Int)
  ) -> Bool {
    guard let key = certificate.publicKey else { return certificate.hasEdwardsKey }
    switch key.kind {
    case .rsa(let bitCount): return bitCount >= least.rsa
    case .ellipticCurve(let curve): return curve.rawValue >= least.curve
    }
  }
}
