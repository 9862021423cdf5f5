import Foundation
import TestSupport
import Testing

@testable import CertificateTrust
@testable import X509Certificates

/// Tests of revocation checks with OCSP responses and CRLs from the `openssl` command (specification:
/// keys-and-certificates 4.3, 4.4).
@Suite("Revocation", .enabled(if: OpenSSLCommand.isThere)) struct RevocationTests {
  private static let requires: UInt = 11

  private let lab: RevocationLab
  private let chain: [Certificate]

  init() throws {
    let lab = try RevocationLab()
    self.lab = lab
    chain = try [.leaf, .authority, .root].map { try Certificate(der: lab.certificate($0)) }
  }

  private func outcome(
    _ evidence: [[UInt8]], flags: UInt? = requires, after seconds: Double = 60,
    of chain: [Certificate]? = nil
  ) throws -> TrustOutcome {
    let chain = chain ?? self.chain
    var evaluation = TrustEvaluation(
      certificates: Array(chain.prefix(2)),
      policies: [.basic] + (flags.map { [.revocation(flags: $0)] } ?? []),
      date: Date().timeIntervalSinceReferenceDate + seconds)
    evaluation.anchors = [chain[2]]
    evaluation.trustsSystem = false
    evaluation.evidence = RevocationEvidence(evidence)
    return try evaluation.outcome()
  }

  private let day = 86_400.0
  private var unknown: [TrustFailure] {
    [TrustFailure(.revocationResponse, at: 0), TrustFailure(.revocationResponse, at: 1)]
  }

  @Test("Certificates with the status good pass, and the result contains the time at which this status expires")
  func good() throws {
    let evidence = [
      try lab.answer(of: .leaf, issuer: .authority, days: 3), try lab.list(of: .root),
    ]
    let outcome = try outcome(evidence)
    #expect(outcome.failures.isEmpty)
    #expect(outcome.revocation?.isChecked == true)
    let end = try #require(outcome.revocation?.validUntil)
    #expect(abs(end - Date().timeIntervalSinceReferenceDate - 3 * day) < 300)
  }

  @Test("A leaf that a responder reports as revoked fails with any flags, and the failure is fatal")
  func revokedLeaf() throws {
    let evidence = [try lab.answer(of: .leaf, issuer: .authority, isRevoked: true)]
    for flags in [UInt?](arrayLiteral: 1, 3, 17, 8, nil) {
      let outcome = try outcome(evidence, flags: flags)
      #expect(outcome.reported == TrustFailure(.revocation, at: 0))
      #expect(outcome.reported?.check.status == -67820)
      #expect(outcome.reported?.check.isFatal == true)
      #expect(outcome.revocation == RevocationOutcome(isChecked: false, reason: 1))
    }
  }

  @Test("An authority that a list of the root contains fails at its own position")
  func revokedAuthority() throws {
    let outcome = try outcome([try lab.list(of: .root, revoking: 2)], flags: 2)
    #expect(outcome.failures == [TrustFailure(.revocation, at: 1)])
    #expect(outcome.revocation?.reason == 1)
  }

  @Test("The status is good if the list contains only other certificates") func others() throws {
    #expect(try outcome([try lab.list(of: .authority, revoking: 7)]).failures == [unknown[1]])
    let revoked = try outcome([try lab.list(of: .authority, revoking: 3)])
    #expect(revoked.reported == TrustFailure(.revocation, at: 0))
  }

  @Test("A certificate of unknown status passes, or fails if a response is required")
  func nothing() throws {
    #expect(try outcome([], flags: 3).failures.isEmpty)
    #expect(try outcome([], flags: 3).revocation == RevocationOutcome())
    #expect(try outcome([]).failures == unknown)
    #expect(try outcome([], flags: nil).revocation == nil)
    // Revocation is not checked for an anchor. Therefore a chain that contains only an anchor has no failures.
    var evaluation = TrustEvaluation(
      certificates: [chain[2]], policies: [.revocation(flags: 11)],
      date: Date().timeIntervalSinceReferenceDate + 60)
    evaluation.anchors = [chain[2]]
    #expect(try evaluation.outcome().failures.isEmpty)
  }

  @Test("Only the issuer and a responder that the issuer has certified may sign a response") func signers()
    throws
  {
    let delegated = try lab.answer(of: .leaf, issuer: .authority, signer: .responder)
    #expect(try outcome([delegated]).failures == [unknown[1]])
    for signer in [RevocationLab.Signer.clerk, .leaf, .stranger, .root] {
      let answer = try lab.answer(
        of: .leaf, issuer: .authority, isRevoked: true, signer: signer)
      #expect(try outcome([answer]).failures == unknown, "\(signer)")
      #expect(try outcome([answer], flags: 3).failures.isEmpty, "\(signer)")
    }
    let list = try lab.list(of: .authority, revoking: 3, signer: .stranger)
    #expect(try outcome([list]).failures == unknown)
    // The list of another issuer applies only to certificates of that issuer.
    let other = try lab.list(of: .root, revoking: 3)
    #expect(try outcome([other]).failures == [unknown[0]])
  }

  @Test("Responses and lists with a changed byte have no effect") func altered() throws {
    let answer = try lab.answer(of: .leaf, issuer: .authority)
    let list = try lab.list(of: .authority)
    for evidence in [answer, list] {
      for place in stride(from: 0, to: evidence.count, by: 7) {
        var other = evidence
        other[place] ^= 1
        let failures = try outcome([other]).failures
        #expect(failures == unknown || failures == [unknown[1]])
        #expect(try outcome([Array(evidence.prefix(place))]).failures == unknown)
      }
    }
    var flipped = list
    flipped[list.count - 1] ^= 1
    #expect(try outcome([flipped]).failures == unknown)
    #expect(try outcome([[], [0x30], list + [0]]).failures == unknown)
  }

  @Test("A response or list outside of its period does not prove the status good", arguments: [-2.0, 8.0])
  func outdated(days: Double) throws {
    let answer = try lab.answer(of: .leaf, issuer: .authority)
    for evidence in [answer, try lab.list(of: .authority)] {
      let failures = try outcome([evidence], after: days * day).failures
      #expect(failures.filter { $0.check != .validity } == unknown)
    }
  }

  @Test("A revocation remains valid after the list expires, but a certificate hold does not")
  func outdatedRevocations() throws {
    for evidence in [
      try lab.answer(of: .leaf, issuer: .authority, isRevoked: true),
      try lab.list(of: .authority, revoking: 3),
    ] {
      #expect(
        try outcome([evidence], after: 8 * day).failures.contains(TrustFailure(.revocation, at: 0)))
      #expect(
        try !outcome([evidence], after: -2 * day).failures.contains(
          TrustFailure(.revocation, at: 0)))
    }
    for evidence in [
      try lab.answer(of: .leaf, issuer: .authority, isRevoked: true, reason: "certificateHold"),
      try lab.list(of: .authority, revoking: 3, reason: "certificateHold"),
    ] {
      #expect(try outcome([evidence]).failures.contains(TrustFailure(.revocation, at: 0)))
      #expect(try outcome([evidence]).revocation?.reason == 6)
      #expect(
        try !outcome([evidence], after: 8 * day).failures.contains(TrustFailure(.revocation, at: 0))
      )
    }
  }

  @Test("A list that another key signed does not hide a list of the issuer") func forgedList()
    throws
  {
    let genuine = try lab.list(of: .authority, revoking: 3)
    let forged = try lab.list(of: .authority, signer: .stranger)
    for evidence in [[genuine, forged], [forged, genuine], [forged, genuine, forged]] {
      for flags in [UInt(2), 3, 11, 19] {
        #expect(try outcome(evidence, flags: flags).reported == TrustFailure(.revocation, at: 0))
      }
    }
    let good = try lab.list(of: .authority)
    #expect(try outcome([good, forged]).failures == [unknown[1]])
    #expect(try outcome([forged, good]).failures == [unknown[1]])
  }

  @Test("A newer list without the certificate does not cancel the revocation in an older list")
  func severalLists() throws {
    let lists = try [lab.list(of: .authority, revoking: 3), lab.list(of: .authority)]
    #expect(try outcome(lists).reported == TrustFailure(.revocation, at: 0))
    #expect(try outcome(lists.reversed()).reported == TrustFailure(.revocation, at: 0))
  }

  @Test("A delta CRL can revoke, but cannot prove the status good") func deltaList() throws {
    let delta = try lab.list(of: .authority, isDelta: true)
    #expect(try outcome([delta]).failures == unknown)
    #expect(try outcome([delta, lab.list(of: .authority)]).failures == [unknown[1]])
    let revoking = try lab.list(of: .authority, revoking: 3, isDelta: true)
    #expect(
      try outcome([revoking, lab.list(of: .authority)]).reported
        == TrustFailure(.revocation, at: 0))
  }

  @Test("A list without an end is valid for one day") func listWithoutEnd() throws {
    let list = try lab.listWithoutEnd(of: .authority)
    #expect(try outcome([list]).failures == [unknown[1]])
    #expect(try outcome([list], after: 1.1 * day).failures == unknown)
  }

  @Test("A certificate cannot prove its own status, and a revoked responder cannot prove a status")
  func revokedSigner()
    throws
  {
    let own = try lab.answer(of: .responder, issuer: .authority)
    let chain = [try Certificate(der: lab.certificate(.responder))] + self.chain.dropFirst()
    var evaluation = TrustEvaluation(
      certificates: chain, policies: [.revocation(flags: 11)],
      date: Date().timeIntervalSinceReferenceDate + 60)
    evaluation.anchors = [chain[1]]
    evaluation.evidence = RevocationEvidence([own])
    #expect(try evaluation.outcome().failures.isEmpty)
    evaluation.evidence = RevocationEvidence([
      try lab.answer(of: .responder, issuer: .authority, signer: .responder)
    ])
    #expect(try evaluation.outcome().failures == [unknown[0]])

    let delegated = try lab.answer(of: .leaf, issuer: .authority, signer: .responder)
    for revocation in [
      try lab.list(of: .authority, revoking: 4),
      try lab.answer(of: .responder, issuer: .authority, isRevoked: true),
    ] {
      #expect(try outcome([delegated, revocation], flags: 9).failures == unknown)
      #expect(try outcome([revocation, delegated], flags: 9).failures == unknown)
    }
  }

  @Test("Signatures with SHA-1 can revoke, but cannot prove the status good") func weakSignatures() throws {
    #expect(try outcome([try lab.list(of: .authority, digest: "sha1")]).failures == unknown)
    let revoked = try lab.list(of: .authority, revoking: 3, digest: "sha1")
    #expect(try outcome([revoked]).reported == TrustFailure(.revocation, at: 0))
    let answer = try lab.answer(of: .leaf, issuer: .authority, signer: .veteran)
    #expect(try outcome([answer]).failures == unknown)
    let denial = try lab.answer(
      of: .leaf, issuer: .authority, isRevoked: true, signer: .veteran)
    #expect(try outcome([denial]).reported == TrustFailure(.revocation, at: 0))
  }

  @Test("A response without an end is valid for one day") func withoutEnd() throws {
    let answer = try lab.answer(of: .leaf, issuer: .authority, days: nil)
    #expect(try outcome([answer]).failures == [unknown[1]])
    #expect(try outcome([answer], after: 0.9 * day).failures == [unknown[1]])
    #expect(try outcome([answer], after: 1.1 * day).failures == unknown)
  }

  @Test("Only methods in the flags can prove the status good, but a revocation from any method is accepted")
  func ways() throws {
    let answer = try lab.answer(of: .leaf, issuer: .authority)
    let list = try lab.list(of: .authority, revoking: 3)
    for flags in [UInt(1), 2, 3, 7, 16, 17] {
      #expect(
        try outcome([answer, list], flags: flags).failures == [TrustFailure(.revocation, at: 0)])
    }
    #expect(try outcome([try lab.list(of: .authority)], flags: 9).failures == unknown)
    #expect(try outcome([answer], flags: 10).failures == unknown)
  }

  @Test("The response about another certificate has no effect") func otherCertificate() throws {
    let answer = try lab.answer(of: .authority, issuer: .root)
    #expect(try outcome([answer]).failures == [unknown[0]])
  }

  /// The issuer's key signed the list, although the issuer must not sign lists.
  @Test("A list of an authority that must not sign lists can revoke, but cannot prove the status good")
  func listOfWhoSignsNone() throws {
    let lab = try RevocationLab(signsLists: false)
    let chain = try [.leaf, .authority, .root].map { try Certificate(der: lab.certificate($0)) }
    let lists = [try lab.list(of: .authority), try lab.list(of: .root)]
    #expect(try outcome(lists, of: chain).failures == unknown)
    #expect(try outcome(lists, flags: 2, of: chain).failures.isEmpty)
    #expect(try outcome(lists, flags: 2, of: chain).revocation?.isChecked == false)
    let revoking = try lab.list(of: .authority, revoking: 3)
    for flags in [UInt(2), 11] {
      #expect(
        try outcome([revoking], flags: flags, of: chain).reported
          == TrustFailure(.revocation, at: 0))
    }
    // The OCSP response is accepted, because only lists require the right to sign lists.
    let answer = try lab.answer(of: .leaf, issuer: .authority)
    #expect(try outcome([answer], of: chain).failures == [unknown[1]])
  }
}
