import Foundation
import TestSupport
import Testing

@testable import CertificateTrust
@testable import X509Certificates

/// Revocation checks over HTTP, with a server on the loopback interface.
@Suite("Revocation, over the network", .enabled(if: OpenSSLCommand.isThere))
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
    "The responder and the list that the certificate names are asked", arguments: [UInt(9), 10])
  func asked(flags: UInt) throws {
    try serve(isRevoked: false)
    let good = try outcome(flags: flags)
    #expect(good.failures.isEmpty)
    #expect(good.revocation?.isChecked == true)
    try serve(isRevoked: true)
    #expect(try outcome(flags: flags).reported == TrustFailure(.revocation, at: 0))
    #expect(server.requests == Array(repeating: flags == 9 ? "/ocsp" : "/list", count: 2))
  }

  @Test("Where the one says nothing the other is asked; lists first when that is wanted")
  func oneAfterTheOther() throws {
    try serve(isRevoked: false)
    server.answer("/ocsp", .nothing)
    #expect(try outcome(flags: 11).failures.isEmpty)
    #expect(server.requests == ["/ocsp", "/list"])
    #expect(try outcome(flags: 15).failures.isEmpty)
    #expect(server.requests == ["/ocsp", "/list", "/list"])
  }

  @Test("Nobody is asked when that is forbidden, the path is bad, or the answer was brought")
  func notAsked() throws {
    try serve(isRevoked: true)
    #expect(try outcome(flags: 3, mayUseNetwork: false).failures.isEmpty)
    #expect(try outcome(flags: 19).failures.isEmpty)
    #expect(try outcome { $0.anchors = [] }.failures.contains { $0.check == .missingIntermediate })
    let answer = try lab.answer(of: .leaf, issuer: .authority)
    #expect(try outcome { $0.evidence = RevocationEvidence([answer]) }.failures.isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test("Nobody is sent on to another address, nor asked about a chain that is bad in another way")
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
    "A server that is silent, closes, or sends something else holds nobody up and ends no process")
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
