/// The checks of a chain, with Apple's names (specification: keys-and-certificates 4.3).
package enum TrustCheck: String, Sendable, CaseIterable, Hashable {
  case hostname = "SSLHostname"
  case email = "Email"
  case validity = "TemporalValidity"
  case weakKeySize = "WeakKeySize"
  case weakSignature = "WeakSignature"
  case keyUsage = "KeyUsage"
  case extendedKeyUsage = "ExtendedKeyUsage"
  case emailProtectionEKU = "EmailProtectionEKU"
  case anchorTrusted = "AnchorTrusted"
  case basicConstraints = "BasicConstraints"
  case basicConstraintsCA = "BasicConstraintsCA"
  case pathLength = "BasicConstraintsPathLen"
  case missingIntermediate = "MissingIntermediate"
  case keySize = "KeySize"
  case signatureHash = "SignatureHashAlgorithms"
  case criticalExtensions = "CriticalExtensions"
  case processing = "BasicCertificateProcessing"
  case nameConstraints = "NameConstraints"
  case policyConstraints = "PolicyConstraints"
  case revocation = "Revocation"
  case revocationResponse = "RevocationResponseRequired"
  case unparseableExtension = "UnparseableExtension"
  case usageConstraints = "UsageConstraints"
  case otherValidityPeriod = "OtherTrustValidityPeriod"
}

extension TrustCheck {
  /// The severity of a failure. The cases begin with the most severe. If several checks fail, the most severe failure
  /// is reported.
  package enum Severity: Int, Sendable, Comparable {
    case blocked, revoked, keySize, weakHash, denied, compliance, pinning, trust, usage, name
    case expired, invalid

    package static func < (one: Severity, other: Severity) -> Bool {
      one.rawValue < other.rawValue
    }
  }

  package var severity: Severity {
    switch self {
    case .hostname, .email: .name
    case .validity: .expired
    case .weakKeySize, .keySize: .keySize
    case .weakSignature, .signatureHash: .weakHash
    case .keyUsage, .extendedKeyUsage, .emailProtectionEKU: .usage
    case .anchorTrusted, .missingIntermediate: .trust
    case .revocation: .revoked
    case .revocationResponse: .pinning
    case .usageConstraints: .denied
    case .basicConstraints, .basicConstraintsCA, .pathLength, .criticalExtensions, .processing,
      .nameConstraints, .policyConstraints, .unparseableExtension, .otherValidityPeriod:
      .compliance
    }
  }

  /// Whether the failure is fatal. Neither a trust setting nor an exception of the caller can allow a fatal failure.
  package var isFatal: Bool {
    switch self {
    case .weakKeySize, .weakSignature, .revocation: true
    default: false
    }
  }

  /// Whether the failure raises doubt about the certification of the leaf: perhaps no authority certified the leaf, or
  /// the authority did not have the right to certify the leaf. The result depends only on the check, not on the
  /// position of the failure in the chain.
  var doubtsCertification: Bool {
    switch self {
    case .processing, .nameConstraints, .pathLength, .policyConstraints: true
    default: false
    }
  }

  /// Whether the failure means that a trust setting denies the certificate.
  package var isDenial: Bool { self == .usageConstraints }

  /// The `OSStatus` that is reported for the failure.
  package var status: Int32 {
    switch self {
    case .hostname: -67602
    case .email: -67623
    case .validity: -67818
    case .weakKeySize, .keySize: -67735
    case .weakSignature, .signatureHash: -67815
    case .keyUsage: -67608
    case .extendedKeyUsage, .emailProtectionEKU: -67609
    case .anchorTrusted: -67843
    case .basicConstraints: -67604
    case .basicConstraintsCA: -67605
    case .pathLength: -67611
    case .missingIntermediate: -25318
    case .criticalExtensions: -67603
    case .processing: -67690
    case .nameConstraints: -67689
    case .policyConstraints: -67835
    case .revocation: -67820
    case .revocationResponse: -67635
    case .unparseableExtension: -67618
    case .usageConstraints: -67654
    case .otherValidityPeriod: -67901
    }
  }
}

/// A failed check, and the certificate that failed the check. `index` is the position of the certificate in the chain.
/// The leaf has the position 0.
package struct TrustFailure: Sendable, Hashable {
  package let check: TrustCheck
  package let index: Int

  package init(_ check: TrustCheck, at index: Int) {
    self.check = check
    self.index = index
  }
}
