import Foundation
import Security
import Testing

/// Tests `SecTrustSetOptions` and other trust functions of macOS.
@Suite struct TrustOptionTests {
  private let chain: DecidedChain

  init() throws { chain = try DecidedChain() }

  @Test func certificatesThatCameAlongCanBeAnchors() throws {
    let others = [chain.authority, chain.root]
    #expect(try chain.verdict(with: others).status == errSecNotTrusted)
    #expect(
      try chain.verdict(with: others) { SecTrustSetOptions($0, .implicitAnchors) } == .trusted)
    #expect(
      try chain.verdict { SecTrustSetOptions($0, .implicitAnchors) } == .unknown)
  }

  /// The caller sets no anchors, so the trust settings of the user apply.
  @Test func aDeniedCertificateThatCameAlongIsNoAnchor() throws {
    let others = [chain.authority, chain.root]
    for denied in [chain.root, chain.authority] {
      #expect(chain.decide(denied, decision(.deny)) == errSecSuccess)
      #expect(
        try chain.verdict(with: others) { SecTrustSetOptions($0, .implicitAnchors) } == .denied)
      #expect(chain.forget(denied) == errSecSuccess)
    }
  }

  @Test func expiredCertificatesCanBeLivedWith() throws {
    let chain = try DecidedChain { $0.notAfter = "20251231000000Z" }
    let anchors = [chain.root] as NSArray
    for (options, isTrusted) in [
      (SecTrustOptionFlags.allowExpired, true), (.allowExpiredRoot, false), ([], false),
      ([.allowExpired, .allowExpiredRoot], true),
    ] {
      let verdict = try chain.verdict {
        SecTrustSetAnchorCertificates($0, anchors)
        #expect(SecTrustSetOptions($0, options) == errSecSuccess)
      }
      #expect((verdict == .trusted) == isTrusted, "\(options.rawValue)")
    }
  }

  @Test func anExpiredRootCanBeLivedWithOnItsOwn() throws {
    let chain = try DecidedChain()
    // At this date, every certificate of the chain has expired.
    let late = Date(timeIntervalSinceReferenceDate: 3_200_000_000) as CFDate
    let anchors = [chain.root] as NSArray
    for (options, isTrusted) in [
      (SecTrustOptionFlags.allowExpired, false), (.allowExpiredRoot, false),
      ([.allowExpired, .allowExpiredRoot], true),
    ] {
      let verdict = try chain.verdict {
        SecTrustSetAnchorCertificates($0, anchors)
        SecTrustSetVerifyDate($0, late)
        SecTrustSetOptions($0, options)
      }
      #expect((verdict == .trusted) == isTrusted, "\(options.rawValue)")
    }
  }

  @Test func revocationCanBeAskedFor() throws {
    let anchors = [chain.root] as NSArray
    let verdict = try chain.verdict {
      SecTrustSetAnchorCertificates($0, anchors)
      SecTrustSetOptions($0, .requireRevPerCert)
    }
    #expect(verdict.status == errSecIncompleteCertRevocationCheck)
  }

  @Test func unknownOptionsAreRefusedAndKeychainsAreNotLookedAt() throws {
    var made: SecTrust?
    SecTrustCreateWithCertificates(chain.leaf, nil, &made)
    let trust = try #require(made)
    #expect(SecTrustSetOptions(trust, SecTrustOptionFlags(rawValue: 0x80)) == errSecParam)
    #expect(SecTrustSetOptions(trust, [.leafIsCA, .fetchIssuerFromNet, .useTrustSettings]) == 0)
    #expect(SecTrustSetKeychains(trust, nil) == errSecSuccess)
  }
}
