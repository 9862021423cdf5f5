import COpenSSL
import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// Tests of the digest strength for all identifiers of signature algorithms (specification: keys-and-certificates 4.3,
/// 4.6).
@Suite struct SignatureDigestTests {
  private typealias Signer = CertificateForge.Signer

  private static let null = DERWriter.element(.null, [])
  private static let md5 = Signer.sequence(
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05], null)

  private static let algorithms: [(String, [UInt8], SignatureDigest)] = [
    ("md5WithRSA", Signer.sequence(OID.pkcs1 + [4], null), .broken),
    ("md2WithRSA", Signer.sequence(OID.pkcs1 + [2], null), .broken),
    ("sha1WithRSA", Signer.sequence(OID.pkcs1 + [5], null), .sha1),
    ("sha256WithRSA", Signer.sequence(OID.pkcs1 + [11], null), .strong),
    ("sha224WithRSA", Signer.sequence(OID.pkcs1 + [14], null), .strong),
    ("OIW md5WithRSA", Signer.sequence([0x2B, 0x0E, 0x03, 0x02, 0x03], null), .broken),
    ("OIW sha1WithRSA", Signer.oldSHA1.identifier, .sha1),
    ("ripemd160WithRSA", Signer.sequence([0x2B, 0x24, 0x03, 0x03, 0x01, 0x02], null), .broken),
    ("PSS by default", Signer.pssSHA1.identifier, .sha1),
    ("PSS with MD5", Signer.pss(DERWriter.element(.explicit0, md5)), .broken),
    ("PSS with SHA-256", Signer.pssSHA256.identifier, .strong),
    ("PSS without parameters", Signer.sequence(OID.pkcs1 + [10]), .broken),
    ("PSS with others", Signer.sequence(OID.pkcs1 + [10], null), .broken),
    ("ecdsa SHA-1", Signer.sha1.identifier, .sha1),
    ("ecdsa SHA-256", Signer.sha256.identifier, .strong),
    ("Ed25519", Signer.sequence(OID.ed25519), .strong),
    ("Ed448", Signer.sequence(OID.ed448), .strong),
    ("unknown", Signer.sequence([0x2A, 0x03, 0x04]), .broken),
    ("a digest alone", md5, .broken),
  ]

  @Test(arguments: algorithms.indices) func isThatOfTheAlgorithmAndItsParameters(place: Int) throws {
    let (name, identifier, digest) = Self.algorithms[place]
    let found = identifier.withUnsafeBufferPointer { buffer -> SignatureDigest? in
      var start = buffer.baseAddress
      guard let algorithm = d2i_X509_ALGOR(nil, &start, buffer.count) else { return nil }
      defer { X509_ALGOR_free(algorithm) }
      return SignatureDigest(algorithm)
    }
    #expect(found == digest, "\(name)")
    let forge = CertificateForge()
    let certificate = try Certificate(
      der: DERWriter.element(
        .sequence,
        forge.content(identifier) + identifier + DERWriter.element(.bitString, [0, 0xAA])))
    #expect(certificate.signatureDigest == digest, "\(name)")
  }

  @Test(arguments: [
    (Signer.pssSHA1, true), (.oldSHA1, true), (.pssSHA256, false),
  ]) private func aSignatureOverSHA1IsRefusedForTLS(signer: Signer, isWeak: Bool) throws {
    var chain = try TestChain(authorityKey: .generateRSA(bitCount: 2048))
    chain.leafSigner = signer
    #expect(try chain.outcome().failures.isEmpty)
    let failures = try chain.outcome(.tls(isServer: true, host: "www.example.org")).failures
    #expect(failures == (isWeak ? [TrustFailure(.signatureHash, at: 0)] : []))
  }

  @Test(arguments: [(Signer.pssSHA1, true), (.pssSHA256, false)])
  private func aListOverSHA1VouchesForNobody(signer: Signer, isWeak: Bool) throws {
    let key = try AsymmetricKey.generateRSA(bitCount: 2048)
    var chain = try TestChain(authorityKey: key)
    chain.leafSigner = .pssSHA256
    let certificates = try chain.certificates()
    let content = DERWriter.element(
      .sequence,
      DERWriter.element(.integer, [1]) + signer.identifier
        + CertificateForge.commonName("Authority")
        + ["251231000000Z", "260131000000Z"].flatMap {
          DERWriter.element(.utcTime, Array($0.utf8))
        })
    var evaluation = TrustEvaluation(
      certificates: [certificates.leaf], policies: [.revocation(flags: 10)], date: TestChain.date)
    evaluation.anchors = [certificates.authority]
    evaluation.trustsSystem = false
    evaluation.evidence = RevocationEvidence([try signer.sign(content, by: key)])
    let failures = try evaluation.outcome().failures
    #expect(failures == (isWeak ? [TrustFailure(.revocationResponse, at: 0)] : []))
  }
}
