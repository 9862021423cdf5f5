@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// A root, an authority below the root, and a leaf below the authority. A test can change each certificate.
struct TestChain {
  /// 2026-01-01, in seconds since 2001-01-01.
  static let date = 788_918_400.0

  var root = CertificateForge(
    issuer: CertificateForge.commonName("Root"), subject: CertificateForge.commonName("Root"),
    extensions: [CertificateForge.basicConstraints(isAuthority: true)])
  var authority = CertificateForge(
    serialNumber: [2], issuer: CertificateForge.commonName("Root"),
    subject: CertificateForge.commonName("Authority"),
    extensions: [CertificateForge.basicConstraints(isAuthority: true)])
  var leaf = CertificateForge(
    serialNumber: [3], issuer: CertificateForge.commonName("Authority"),
    subject: CertificateForge.commonName("Leaf"), notAfter: (.utcTime, "270101000000Z"),
    extensions: [CertificateForge.alternativeNames([(.implicit2, "www.example.org")])])
  var leafKey: AsymmetricKey
  /// The public key information that replaces the leaf's key. If nil, the leaf has the key `leafKey`.
  var leafKeyInfo: [UInt8]?
  var leafSigner = CertificateForge.Signer.sha256
  var leafAlgorithms: CertificateForge.NamedAlgorithms?
  var authorityAlgorithms: CertificateForge.NamedAlgorithms?
  var rootAlgorithms: CertificateForge.NamedAlgorithms?

  private let rootKey: AsymmetricKey
  /// The key that signs the leaf. If this key is not the authority's key, the leaf's signature is wrong.
  var authorityKey: AsymmetricKey
  private let ownAuthorityKey: AsymmetricKey

  init(authorityKey: AsymmetricKey? = nil) throws {
    rootKey = try .generate(on: .p256)
    ownAuthorityKey = try authorityKey ?? .generate(on: .p256)
    self.authorityKey = ownAuthorityKey
    leafKey = try .generate(on: .p256)
  }

  func certificates() throws -> (leaf: Certificate, authority: Certificate, root: Certificate) {
    var (root, authority, leaf) = (root, authority, leaf)
    root.use(rootKey)
    authority.use(ownAuthorityKey)
    leaf.use(leafKey)
    if let leafKeyInfo { leaf.keyInfo = leafKeyInfo }
    return (
      try leaf.signed(by: authorityKey, leafSigner, leafAlgorithms),
      try authority.signed(by: rootKey, .sha256, authorityAlgorithms),
      try root.signed(by: rootKey, .sha256, rootAlgorithms)
    )
  }

  /// A second certificate with the authority's name and key. The issuer of the second certificate is an unknown root.
  func crossSigned() throws -> Certificate {
    var authority = authority
    authority.issuer = CertificateForge.commonName("Another Root")
    authority.use(ownAuthorityKey)
    return try authority.signed(by: .generate(on: .p256))
  }

  /// A self-signed certificate with the authority's name and key.
  func selfSigned(until notAfter: String) throws -> Certificate {
    var authority = authority
    authority.issuer = authority.subject
    authority.notAfter = (.utcTime, notAfter)
    authority.use(ownAuthorityKey)
    return try authority.signed(by: ownAuthorityKey)
  }

  /// A second certificate with the authority's name and key, signed with SHA-1.
  func weaklySigned() throws -> Certificate {
    var authority = authority
    authority.serialNumber = [4]
    authority.use(ownAuthorityKey)
    return try authority.signed(by: rootKey, .sha1)
  }

  /// Evaluates the leaf. The evaluation contains the authority as an intermediate certificate. The root is the only
  /// anchor.
  func outcome(_ policy: TrustPolicy = .basic) throws -> TrustOutcome {
    let certificates = try certificates()
    var evaluation = TrustEvaluation(
      certificates: [certificates.leaf, certificates.authority], policies: [policy],
      date: Self.date)
    evaluation.anchors = [certificates.root]
    evaluation.trustsSystem = false
    return try evaluation.outcome()
  }
}

extension TestChain {
  /// The policy for the leaf's TLS server.
  static let server = TrustPolicy.tls(isServer: true, host: "www.example.org")

  /// The failures of a chain that `change` has changed.
  static func failures(
    _ policy: TrustPolicy = .basic, _ change: (inout TestChain) throws -> Void = { _ in }
  ) throws -> [TrustFailure] {
    var chain = try TestChain()
    try change(&chain)
    return try chain.outcome(policy).failures
  }
}
