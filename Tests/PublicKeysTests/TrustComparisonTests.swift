import Foundation
import KeychainModel
import TestSupport
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import KeyFormats
@testable import X509Certificates

/// Evaluates generated chains with Latchkey and with `openssl verify`. Every difference between the two results must
/// have one of the reasons in `Difference`.
@Suite struct TrustComparisonTests {
  /// The variants of the authority and the root. Each variant except `usual` changes one property.
  private enum Above: String, CaseIterable {
    case usual, crossSigned, expired, notYetValid, noAuthority, withoutConstraints
    case longPath, shortPath, maySign, mayNotSign, hostsWithin, hostsOutside
    case wrongSignature, unknownCritical
    case policyKept, policyLost, policyOther, policyTwice, forMail

    var isSound: Bool {
      [.usual, .crossSigned, .longPath, .maySign, .hostsWithin, .policyKept, .forMail].contains(
        self)
    }

    func apply(to chain: inout TestChain) throws {
      switch self {
      case .usual, .crossSigned: break
      case .expired: chain.authority.notAfter = (.utcTime, "251231235959Z")
      case .notYetValid: chain.authority.notBefore = (.utcTime, "270101000000Z")
      case .noAuthority:
        chain.authority.extensions = [CertificateForge.basicConstraints(isAuthority: false)]
      case .withoutConstraints: chain.authority.extensions = nil
      case .longPath:
        chain.root.extensions = [
          CertificateForge.basicConstraints(isAuthority: true, pathLength: 1)
        ]
      case .shortPath:
        chain.root.extensions = [
          CertificateForge.basicConstraints(isAuthority: true, pathLength: 0)
        ]
      case .maySign: chain.authority.extensions?.append(CertificateForge.keyUsage(0x04))
      case .mayNotSign: chain.authority.extensions?.append(CertificateForge.keyUsage(0x80))
      case .hostsWithin:
        chain.authority.extensions?.append(CertificateForge.permittedHosts("example.org"))
      case .hostsOutside:
        chain.authority.extensions?.append(CertificateForge.permittedHosts("example.net"))
      case .wrongSignature: chain.authorityKey = try .generate(on: .p256)
      case .unknownCritical:
        chain.authority.extensions?.append(
          CertificateForge.certificateExtension([0x2A, 0x03, 0x04], isCritical: true, [5, 0]))
      case .policyKept, .policyLost, .policyOther, .policyTwice:
        chain.authority.extensions? += [
          CertificateForge.policies([1]), CertificateForge.requiredPolicy,
        ]
        let own: [UInt8]? = [.policyKept: [1], .policyOther: [2], .policyTwice: [1, 1]][self]
        if let own { chain.leaf.extensions?.append(CertificateForge.policies(own)) }
      case .forMail:
        chain.authority.extensions?.append(CertificateForge.purposes([.emailProtection]))
      }
    }
  }

  /// The variants of the leaf. Each variant except `usual` changes one property.
  private enum Leaf: String, CaseIterable {
    case usual, expired, forServers, forClients, forAnything, forCode, sha1, smallRSA, smallCurve
    case unknownCritical

    func apply(to chain: inout TestChain) throws {
      func serve(_ purpose: KeyPurpose) {
        chain.leaf.extensions?.append(CertificateForge.purposes([purpose]))
      }
      switch self {
      case .usual: break
      case .expired: chain.leaf.notAfter = (.utcTime, "251231235959Z")
      case .forServers: serve(.serverAuthentication)
      case .forClients: serve(.clientAuthentication)
      case .forAnything: serve(.any)
      case .forCode: serve(.codeSigning)
      case .sha1: chain.leafSigner = .sha1
      case .smallRSA: chain.leafKey = try .generateRSA(bitCount: 1024)
      case .smallCurve: chain.leafKey = try .generate(on: .p224)
      case .unknownCritical:
        chain.leaf.extensions?.append(
          CertificateForge.certificateExtension([0x2A, 0x03, 0x04], isCritical: true, [5, 0]))
      }
    }
  }

  /// The uses for which the chain is evaluated.
  private enum Use: CaseIterable {
    case anything, server, otherServer, client

    var policy: TrustPolicy {
      switch self {
      case .anything: .basic
      case .server: .tls(isServer: true, host: "www.example.org")
      case .otherServer: .tls(isServer: true, host: "www.example.com")
      case .client: .tls(isServer: false, host: nil)
      }
    }

    var options: [String] {
      switch self {
      case .anything: []
      case .server: ["-purpose", "sslserver", "-verify_hostname", "www.example.org"]
      case .otherServer: ["-purpose", "sslserver", "-verify_hostname", "www.example.com"]
      case .client: ["-purpose", "sslclient"]
      }
    }
  }

  /// The known reasons why Latchkey and `openssl verify` have different results. `weTrust` states whether Latchkey
  /// trusts the chain.
  private enum Difference {
    /// Apple accepts a leaf with the purpose "any" for TLS. OpenSSL rejects such a leaf.
    case anyPurpose
    /// For TLS, Apple rejects SHA-1, RSA keys below 2048 bits and curves below 256 bits. `openssl verify` accepts all
    /// of them at authentication level 0.
    case strength

    var weTrust: Bool { self != .strength }
  }

  private func difference(_ above: Above, _ leaf: Leaf, _ use: Use) -> Difference? {
    guard above.isSound, above != .crossSigned, above != .forMail,
      use == .server || use == .client
    else { return nil }
    switch leaf {
    case .forAnything: return .anyPurpose
    case .sha1, .smallRSA, .smallCurve: return .strength
    default: return nil
    }
  }

  @Test(.enabled(if: OpenSSLCommand.isThere)) func theCommandAgrees() throws {
    var (cases, differences, trusted) = (0, 0, 0)
    var usual: [[Bool]] = []
    let openssl = try OpenSSLCommand()
    for above in Above.allCases {
      for leaf in Leaf.allCases {
        var chain = try TestChain()
        try above.apply(to: &chain)
        try leaf.apply(to: &chain)
        let certificates = try chain.certificates()
        // Another certificate with the authority's name and key. The issuer of this certificate is unknown, so the
        // certificate leads to no anchor.
        let others = above == .crossSigned ? [try chain.crossSigned()] : []
        let paths = (
          root: try openssl.file("root", certificates.root.pem),
          others: try openssl.file(
            "others", (others + [certificates.authority]).flatMap(\.pem)),
          leaf: try openssl.file("leaf", certificates.leaf.pem)
        )
        var answers: [Bool] = []
        for use in Use.allCases {
          var evaluation = TrustEvaluation(
            certificates: [certificates.leaf] + others + [certificates.authority],
            policies: [use.policy], date: TestChain.date)
          evaluation.anchors = [certificates.root]
          evaluation.trustsSystem = false
          let isTrusted = try evaluation.outcome().failures.isEmpty
          let commandTrusts = try openssl.verifies(
            ["-attime", "\(Int(TestChain.date + 978_307_200))", "-no-CAfile", "-no-CApath"]
              + [
                "-no-CAstore", "-partial_chain", "-policy_check", "-policy", "2.5.29.32.0",
                "-auth_level", "0",
              ] + use.options
              + ["-trusted", paths.root, "-untrusted", paths.others, paths.leaf])
          cases += 1
          trusted += isTrusted ? 1 : 0
          answers.append(isTrusted)
          // OpenSSL uses the first matching authority, and fails when this authority leads to no anchor.
          if above == .crossSigned {
            differences += isTrusted ? 1 : 0
            #expect(isTrusted == usual[leaf.place][use.place], "\(above), \(leaf), \(use)")
            #expect(!commandTrusts, "\(above), \(leaf), \(use): no difference")
          } else if let difference = difference(above, leaf, use) {
            differences += 1
            #expect(isTrusted == difference.weTrust, "\(above), \(leaf), \(use)")
            #expect(commandTrusts != isTrusted, "\(above), \(leaf), \(use): no difference")
          } else {
            #expect(commandTrusts == isTrusted, "\(above), \(leaf), \(use)")
          }
        }
        if above == .usual { usual.append(answers) }
      }
    }
    #expect(cases == 760)
    #expect(differences == 54)
    #expect(trusted > 50)
  }
}

extension CaseIterable where Self: Equatable {
  fileprivate var place: Int { Self.allCases.map(\.self).firstIndex(of: self) ?? 0 }
}

extension Certificate {
  fileprivate var pem: [UInt8] { (try? PEMBlock.write(.certificate, der)) ?? [] }
}

extension OpenSSLCommand {
  /// Whether `openssl verify` trusts the chain. Throws when the command cannot read the input or does not know an
  /// option.
  fileprivate func verifies(_ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.path)
    process.arguments = ["verify"] + arguments
    let pipe = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    try process.run()
    let errors = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus == 0 { return true }
    // The command prints a verification failure in this form: "error 20 at 0 depth lookup: unable to get local issuer
    // certificate".
    guard process.terminationStatus == 2, errors.contains(" depth lookup: ") else {
      throw Failure(arguments: arguments)
    }
    return false
  }
}
