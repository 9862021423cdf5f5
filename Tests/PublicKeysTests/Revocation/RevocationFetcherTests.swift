import Foundation
import TestSupport
import Testing

@testable import CertificateTrust
@testable import X509Certificates

/// Tests of revocation checks over HTTP, with a server on the loopback interface.
@Suite("Revocation checks over the network", .enabled(if: OpenSSLCommand.isThere))
struct RevocationFetcherTests {
  private let server: AnswerServer
  private let lab: RevocationLab
  private let chain: [Certificate]

  init() throws {
    server = try AnswerServer()
    let lab = try RevocationLab(address: server.address)
    self.lab = lab
    chain = try [.leaf, .authority].map { try Certificate(der: lab.certificate($0)) }
  }

  private func outcome(
    flags: UInt = 9, mayUseNetwork: Bool = true,
    _ change: (inout TrustEvaluation) -> Void = { _ in }
  ) throws -> TrustOutcome {
    var evaluation = TrustEvaluation(
      certificates: [chain[0]], policies: [.basic, .revocation(flags: flags)],
      date: Date().timeIntervalSinceReferenceDate + 60)
    evaluation.anchors = [chain[1]]
    evaluation.trustsSystem = false
    evaluation.mayUseNetwork = mayUseNetwork
    change(&evaluation)
    return try evaluation.outcome()
  }

  private func serve(isRevoked: Bool) throws {
    server.answer(
      "/ocsp",
      .content(
        try lab.answer(of: .leaf, issuer: .authority, isRevoked: isRevoked),
        type: "application/ocsp-response"))
    server.answer(
      "/list",
      .content(
        try lab.list(of: .authority, revoking: isRevoked ? 3 : nil), type: "application/pkix-crl"))
  }

  @Test(
    "The responder and the revocation list that the certificate names are requested", arguments: [UInt(9), 10])
  func asked(flags: UInt) throws {
    try serve(isRevoked: false)
    let good = try outcome(flags: flags)
    #expect(good.failures.isEmpty)
    #expect(good.revocation?.isChecked == true)
    try serve(isRevoked: true)
    #expect(try outcome(flags: flags).reported == TrustFailure(.revocation, at: 0))
    #expect(server.requests == Array(repeating: flags == 9 ? "/ocsp" : "/list", count: 2))
  }

  @Test("If the responder sends no response, the list is requested; the flags can select the opposite order")
  func oneAfterTheOther() throws {
    try serve(isRevoked: false)
    server.answer("/ocsp", .nothing)
    #expect(try outcome(flags: 11).failures.isEmpty)
    #expect(server.requests == ["/ocsp", "/list"])
    #expect(try outcome(flags: 15).failures.isEmpty)
    #expect(server.requests == ["/ocsp", "/list", "/list"])
  }

  @Test("No request is sent if the network is forbidden, the anchor is missing, or the caller supplied a response")
  func notAsked() throws {
    try serve(isRevoked: true)
    #expect(try outcome(flags: 3, mayUseNetwork: false).failures.isEmpty)
    #expect(try outcome(flags: 19).failures.isEmpty)
    #expect(try outcome { $0.anchors = [] }.failures.contains { $0.check == .missingIntermediate })
    let answer = try lab.answer(of: .leaf, issuer: .authority)
    #expect(try outcome { $0.evidence = RevocationEvidence([answer]) }.failures.isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test("Redirections are not followed, and no request is sent for a chain with another failure")
  func redirection() throws {
    let target = try AnswerServer()
    server.answer("/list", .redirection(target.address + "/list"))
    target.answer("/list", .content(try lab.list(of: .authority), type: "application/pkix-crl"))
    #expect(try outcome(flags: 10).failures == [TrustFailure(.revocationResponse, at: 0)])
    #expect(server.requests == ["/list"])
    #expect(target.requests.isEmpty)
    let other = try outcome(flags: 3) {
      $0.policies.append(.tls(isServer: true, host: "other.example.org"))
    }
    #expect(other.failures.map(\.check) == [.hostname])
    #expect(server.requests == ["/list"])
  }

  @Test(
    "A silent server, a closed connection and invalid responses neither block nor end the process")
  func badServers() throws {
    let unknown = [TrustFailure(.revocationResponse, at: 0)]
    server.answer("/ocsp", .nothing)
    #expect(try outcome().failures == unknown)
    server.answer("/ocsp", .content([1, 2, 3], type: "application/ocsp-response"))
    #expect(try outcome().failures == unknown)
    server.answer(
      "/ocsp",
      .content(try lab.answer(of: .leaf, issuer: .authority), type: "text/html"))
    #expect(try outcome().failures == unknown)
    server.answer(
      "/ocsp",
      .content(
        [0x30, 0x83, 0x02, 0, 0] + [UInt8](repeating: 0, count: 1 << 17),
        type: "application/ocsp-response"))
    #expect(try outcome().failures == unknown)
    server.answer("/ocsp", .silence)
    let begin = Date()
    #expect(try outcome().failures == unknown)
    #expect(Date().timeIntervalSince(begin) < 60)
  }
}
