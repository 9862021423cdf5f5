import Foundation
import TestSupport
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import KeyFormats
@testable import X509Certificates

/// Tests that fetch issuers from a server on the loopback interface.
@Suite struct IssuerFetcherTests {
  private let server: AnswerServer
  private var chain: TestChain

  init() throws {
    server = try AnswerServer()
    chain = try TestChain()
    chain.leaf.extensions?.append(CertificateForge.issuers(at: [server.address + "/authority"]))
  }

  /// Evaluates the leaf without its issuer. The root is the only anchor.
  private func outcome(
    mayFetch: Bool = true, _ change: (inout TrustEvaluation) -> Void = { _ in }
  ) throws -> TrustOutcome {
    let certificates = try chain.certificates()
    var evaluation = TrustEvaluation(
      certificates: [certificates.leaf], policies: [.basic], date: TestChain.date)
    evaluation.anchors = [certificates.root]
    evaluation.trustsSystem = false
    evaluation.mayFetchIssuers = mayFetch
    change(&evaluation)
    return try evaluation.outcome()
  }

  private func serve(_ certificate: Certificate, at path: String) {
    server.answer(path, .content(certificate.der, type: "application/pkix-cert"))
  }

  private static let missing = [TrustFailure(.missingIntermediate, at: 0)]

  @Test func aMissingIssuerIsFetchedWhereThatIsAllowed() throws {
    serve(try chain.certificates().authority, at: "/authority")
    #expect(try outcome(mayFetch: false).failures == Self.missing)
    #expect(try outcome { $0.policies.append(.revocation(flags: 19)) }.failures == Self.missing)
    #expect(server.requests.isEmpty)
    let fetched = try outcome()
    #expect(fetched.failures.isEmpty)
    #expect(fetched.chain.map(\.subjectSummary) == ["Leaf", "Authority", "Root"])
    #expect(server.requests == ["/authority"])
  }

  @Test func aMessageWithCertificatesServesAsWell() throws {
    let authority = try chain.certificates().authority
    let message = PKCS7Certificates.write([try chain.crossSigned(), authority])
    server.answer("/authority", .content(message, type: "application/pkcs7-mime"))
    #expect(try outcome().failures.isEmpty)
  }

  @Test func nothingIsFetchedForAChainThatIsWhole() throws {
    let (_, authority, root) = try chain.certificates()
    #expect(try outcome { $0.intermediates = [authority] }.failures.isEmpty)
    let own = try outcome {
      $0.anchors = []
      $0.intermediates = [authority, root]
    }
    #expect(own.failures == [TrustFailure(.anchorTrusted, at: 2)])
    #expect(server.requests.isEmpty)
  }

  @Test func otherCertificatesAreNotTaken() throws {
    let (leaf, _, root) = try chain.certificates()
    // The server sends, one after another: another issuer with the same name and a different key, the leaf, the root, a
    // self-signed certificate with the issuer's name, bytes that are not a certificate, and PKCS#7 messages.
    let stranger = try TestChain().certificates().authority
    var own = chain.authority
    own.issuer = own.subject
    let key = try AsymmetricKey.generate(on: .p256)
    own.use(key)
    for answer in [
      stranger.der, leaf.der, root.der, try own.signed(by: key).der, [], [0x30, 0],
      PKCS7Certificates.write([stranger, root]), PKCS7Certificates.write([]),
    ] {
      server.answer("/authority", .content(answer, type: "application/pkix-cert"))
      let outcome = try outcome()
      #expect(outcome.failures == Self.missing)
      #expect(outcome.chain.map(\.subjectSummary) == ["Leaf"])
    }
    #expect(server.requests == Array(repeating: "/authority", count: 8))
  }

  /// A fetched self-signed certificate is never an anchor, even when `trustsGivenRoots` is true.
  @Test func whatIsFetchedIsNoAnchor() throws {
    serve(try chain.certificates().authority, at: "/authority")
    let outcome = try outcome {
      $0.anchors = []
      $0.trustsGivenRoots = true
    }
    #expect(outcome.failures == [TrustFailure(.missingIntermediate, at: 1)])
    #expect(outcome.chain.map(\.subjectSummary) == ["Leaf", "Authority"])
  }

  /// The issuer at `/1` has the right name and the right key, but OpenSSL cannot use this issuer in a chain. The issuer
  /// at `/2` is usable.
  @Test mutating func anIssuerThatMayNotSignKeepsNobodyFromAskingTheNextPlace() throws {
    chain.leaf.extensions?.removeLast()
    chain.leaf.extensions?.append(
      CertificateForge.issuers(at: (1...2).map { "\(server.address)/\($0)" }))
    var useless = chain
    useless.authority.extensions?.append(CertificateForge.keyUsage(0x80))
    serve(try useless.certificates().authority, at: "/1")
    serve(try chain.certificates().authority, at: "/2")
    #expect(try outcome().failures.isEmpty)
    #expect(server.requests == ["/1", "/2"])
  }

  @Test func aDenialAboveWhatIsFetchedIsMet() throws {
    let (_, authority, root) = try chain.certificates()
    let fetched = [try chain.crossSigned(), authority]
    var list = TrustSettingsList()
    try list.set([TrustSetting(result: .deny)], for: root, modified: 0)
    for certificates in [fetched, fetched.reversed()] {
      let message = PKCS7Certificates.write(certificates)
      server.answer("/authority", .content(message, type: "application/pkcs7-mime"))
      let outcome = try outcome {
        $0.anchors = []
        $0.trustsSystem = true
        $0.settings = TrustSettingsDomains([list])
      }
      #expect(outcome.failures.contains { $0.check.isDenial })
    }
  }

  @Test mutating func issuersOfIssuersAreFetched() throws {
    let key = try AsymmetricKey.generate(on: .p256)
    var upper = chain.authority
    upper.subject = CertificateForge.commonName("Upper")
    let rootKey = try AsymmetricKey.generate(on: .p256)
    upper.use(key)
    var root = chain.root
    root.use(rootKey)
    chain.authority.issuer = upper.subject
    chain.authority.extensions?.append(
      CertificateForge.issuers(at: [server.address + "/upper"]))
    var authority = chain.authority
    authority.use(chain.authorityKey)
    serve(try authority.signed(by: key), at: "/authority")
    serve(try upper.signed(by: rootKey), at: "/upper")
    let anchor = try root.signed(by: rootKey)
    let outcome = try outcome { $0.anchors = [anchor] }
    #expect(outcome.failures.isEmpty)
    #expect(outcome.chain.count == 4)
    #expect(server.requests == ["/authority", "/upper"])
  }

  /// Each certificate is signed by the next certificate. The last two certificates sign each other.
  @Test func certificatesThatLeadToEverMoreComeToAnEnd() throws {
    let keys = try (0..<8).map { _ in try AsymmetricKey.generate(on: .p256) }
    func authority(_ number: Int, below upper: Int) throws -> Certificate {
      var one = chain.authority
      one.serialNumber = [UInt8(number + 1), UInt8(upper + 1)]
      one.subject = CertificateForge.commonName("Authority \(number)")
      one.issuer = CertificateForge.commonName("Authority \(upper)")
      one.extensions?.append(CertificateForge.issuers(at: ["\(server.address)/\(upper)"]))
      one.use(keys[number])
      return try one.signed(by: keys[upper])
    }
    for number in 0..<7 { serve(try authority(number, below: number + 1), at: "/\(number)") }
    let begin = try authority(0, below: 1)
    let long = try outcome { $0.certificates = [begin] }
    #expect(long.failures == [TrustFailure(.missingIntermediate, at: 4)])
    #expect(server.requests == ["/1", "/2", "/3", "/4"])
    serve(try authority(1, below: 0), at: "/1")
    serve(begin, at: "/0")
    #expect(try outcome { $0.certificates = [begin] }.failures.isEmpty == false)
    #expect(Array(server.requests.dropFirst(4)) == ["/1", "/0"])
  }

  @Test mutating func onlyThreePlainAddressesAreAsked() throws {
    let places = ["https", "ldap", "file"].map { "\($0)://127.0.0.1/authority" }
    chain.leaf.extensions?.removeLast()
    chain.leaf.extensions?.append(
      CertificateForge.issuers(at: places + (1...5).map { "\(server.address)/\($0)" }))
    serve(try chain.certificates().authority, at: "/4")
    #expect(try outcome().failures == Self.missing)
    #expect(server.requests == ["/1", "/2", "/3"])
    serve(try chain.certificates().authority, at: "/3")
    #expect(try outcome().failures.isEmpty)
    chain.leaf.extensions?.removeLast()
    chain.leaf.extensions?.append(CertificateForge.issuers(at: places))
    #expect(try outcome().failures == Self.missing)
    #expect(server.requests.count == 6)
  }

  @Test func serversThatSendElsewhereOrTooMuchAreLeft() throws {
    let target = try AnswerServer()
    server.answer("/authority", .redirection(target.address + "/authority"))
    target.answer(
      "/authority",
      .content(try chain.certificates().authority.der, type: "application/pkix-cert"))
    #expect(try outcome().failures == Self.missing)
    #expect(target.requests.isEmpty)
    // The response is the header of a DER element of 128 KiB, followed by zeros. The response exceeds the size limit.
    server.answer(
      "/authority",
      .content(
        [0x30, 0x83, 0x02, 0, 0] + [UInt8](repeating: 0, count: 1 << 17),
        type: "application/pkix-cert"))
    #expect(try outcome().failures == Self.missing)
    #expect(server.requests.count == 2)
  }

  @Test mutating func silenceIsWaitedForUntilOneMoment() throws {
    chain.leaf.extensions?.removeLast()
    chain.leaf.extensions?.append(
      CertificateForge.issuers(at: (1...3).map { "\(server.address)/\($0)" }))
    for number in 1...3 { server.answer("/\(number)", .silence) }
    let begin = Date()
    let outcome = try outcome {
      $0.timeouts.request = 2
      $0.timeouts.total = 2.5
    }
    #expect(outcome.failures == Self.missing)
    #expect(Date().timeIntervalSince(begin) < 60)
    #expect(server.requests == ["/1"])
  }

  /// The given intermediate certificate leads to no anchor. The evaluation fetches a certificate with the same name
  /// that leads to the anchor.
  @Test func anIssuerInPlaceOfAnotherIsFetched() throws {
    let lost = try chain.crossSigned()
    serve(try chain.certificates().authority, at: "/authority")
    #expect(try outcome { $0.intermediates = [lost] }.failures.isEmpty)
    #expect(server.requests == ["/authority"])
  }

  /// The trust settings trust the root. The root occurs only in the trust settings.
  @Test func decisionsAboutRootsAboveCount() throws {
    let (_, authority, root) = try chain.certificates()
    serve(authority, at: "/authority")
    var settings = TrustSettingsList()
    try settings.set([], for: root, modified: 0)
    let outcome = try outcome {
      $0.anchors = []
      $0.trustsSystem = true
      $0.settings = TrustSettingsDomains([settings])
    }
    #expect(outcome.failures.isEmpty)
    #expect(outcome.isDecided)
  }
}
