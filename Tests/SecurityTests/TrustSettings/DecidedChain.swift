import Foundation
import Security
import TestSupport
import ServiceTestSupport
import Testing

/// A root, an authority below it and a server below that, and a keychain in which decisions about them
/// are made.
struct DecidedChain {
  let root: SecCertificate
  let authority: SecCertificate
  let leaf: SecCertificate
  let keychain: TestKeychain

  /// The authority's name and key, certified by another root.
  let otherRoot: SecCertificate
  let otherAuthority: SecCertificate

  /// The authority's name and key, too: once expired, and once not that of an authority.
  let expiredAuthority: SecCertificate
  let plainAuthority: SecCertificate

  /// A customer of the other root, and what the key of that customer's certificate certified of the authority.
  let customer: SecCertificate
  let customersAuthority: SecCertificate

  /// What anybody can make: the names of that certificate, and a signature of nobody's.
  let forgedAuthority: SecCertificate

  init(_ change: (inout MadeCertificate) -> Void = { _ in }) throws {
    let (rootKey, otherKey, authorityKey) = (
      try SecKey.made(), try SecKey.made(), try SecKey.made()
    )
    root = try Self.authority("Root").made(rootKey)
    authority = try Self.authority("Authority", "Root").made(authorityKey, signer: rootKey)
    otherRoot = try Self.authority("Other Root").made(otherKey)
    otherAuthority = try Self.authority("Authority", "Other Root")
      .made(authorityKey, signer: otherKey)
    forgedAuthority = try Self.authority("Authority", "Other Root").made(SecKey.made())
    var expired = Self.authority("Authority", "Root")
    expired.notAfter = "20251231000000Z"
    expiredAuthority = try expired.made(authorityKey, signer: rootKey)
    plainAuthority = try MadeCertificate("Authority", issuer: "Other Root", serial: 2)
      .made(authorityKey, signer: otherKey)
    let customerKey = try SecKey.made()
    customer = try MadeCertificate("Customer", issuer: "Other Root", serial: 7)
      .made(customerKey, signer: otherKey)
    customersAuthority = try Self.authority("Authority", "Customer")
      .made(authorityKey, signer: customerKey)
    var server = MadeCertificate("Server", issuer: "Authority", serial: 3)
    server.hosts = ["www.example.org"]
    // Before certificates of servers had to be valid for a short time.
    server.notBefore = "20190601000000Z"
    change(&server)
    leaf = try server.made(SecKey.made(), signer: authorityKey)
    let folder = try TemporaryDirectory()
    keychain = Self.keychain(in: folder)
  }

  private static func authority(_ name: String, _ issuer: String? = nil) -> MadeCertificate {
    var certificate = MadeCertificate(name, issuer: issuer, serial: issuer == nil ? 1 : 2)
    certificate.isAuthority = true
    return certificate
  }

  /// The keychain as a process sees it that was just started.
  static func keychain(in folder: TemporaryDirectory) -> TestKeychain {
    TestKeychain(
      ServedKeychain(home: folder("home"), adminDirectory: folder("admin")), in: folder)
  }

  /// Decides about a certificate, as another process does.
  func decide(
    _ certificate: SecCertificate, _ settings: Any?, _ domain: SecTrustSettingsDomain = .user
  ) -> OSStatus {
    Self.keychain(in: keychain.folder).perform {
      SecTrustSettingsSetTrustSettings(certificate, domain, settings as CFTypeRef?)
    }
  }

  /// Forgets a decision, as another process does.
  func forget(
    _ certificate: SecCertificate, _ domain: SecTrustSettingsDomain = .user
  ) -> OSStatus {
    Self.keychain(in: keychain.folder).perform {
      SecTrustSettingsRemoveTrustSettings(certificate, domain)
    }
  }

  static let server = SecPolicyCreateSSL(true, "www.example.org" as CFString)

  /// What a judgement came to: the result, and the status when there is an error.
  struct Verdict: Equatable, CustomStringConvertible {
    var result: SecTrustResultType
    var status: OSStatus?

    static let trusted = Verdict(result: .unspecified)
    static let decided = Verdict(result: .proceed)
    static let denied = Verdict(result: .deny, status: errSecTrustSettingDeny)
    static let unknown = Verdict(result: .recoverableTrustFailure, status: errSecCreateChainFailed)

    var description: String { "\(result) \(status ?? 0)" }
  }

  /// Judges the server.
  func verdict(
    _ policy: SecPolicy = SecPolicyCreateBasicX509(), with others: [SecCertificate]? = nil,
    _ change: (SecTrust) -> Void = { _ in }
  ) throws -> Verdict {
    try keychain.perform {
      var made: SecTrust?
      let certificates = [leaf] + (others ?? [authority])
      SecTrustCreateWithCertificates(certificates as NSArray, policy, &made)
      let trust = try #require(made)
      SecTrustSetVerifyDate(trust, Date(timeIntervalSinceReferenceDate: 788_918_400) as CFDate)
      change(trust)
      var error: CFError?
      let isTrusted = SecTrustEvaluateWithError(trust, &error)
      var result = SecTrustResultType.invalid
      SecTrustGetTrustResult(trust, &result)
      #expect(isTrusted == (result == .proceed || result == .unspecified))
      return Verdict(result: result, status: error.map { OSStatus(truncatingIfNeeded: $0.code) })
    }
  }
}

/// A dictionary with a decision.
func decision(_ result: SecTrustSettingsResult, _ more: [String: Any] = [:]) -> [String: Any] {
  more.merging([kSecTrustSettingsResult: result.rawValue]) { own, _ in own }
}
