package import X509Certificates
package import KeychainModel

extension TrustSetting {
  /// Rejects a setting that would have no effect, or an effect other than the intended one.
  ///
  /// - Throws: `.parameter`.
  package func check(for certificate: Certificate) throws(KeychainError) {
    switch effectiveResult {
    case .trustRoot where !certificate.isSelfSigned:
      throw KeychainError(
        .parameter, "only a root, which is signed by itself, can be trusted as one: trustRoot")
    case .trustAsRoot where certificate.isSelfSigned:
      throw KeychainError(.parameter, "trustAsRoot is for certificates that are no roots")
    default: break
    }
    if let policy, ObjectIdentifierText.octets(policy) == nil {
      throw KeychainError(.parameter, "the policy of a trust setting is no object identifier")
    }
    if let policyString, policyString.isEmpty || !PropertyListWriter.canWrite(policyString) {
      throw KeychainError(.parameter, "the policy string of a trust setting is no text")
    }
    guard keyUsage != 0 else {
      throw KeychainError(.parameter, "a trust setting for no key usage has no effect")
    }
  }
}
