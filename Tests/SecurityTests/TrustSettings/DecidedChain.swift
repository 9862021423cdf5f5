import Foundation
import Security
import TestSupport
import ServiceTestSupport
import Testing

/// A chain of a root, an authority and a server certificate, and a keychain for trust settings of these certificates.
struct DecidedChain {
  let root: SecCertificate
  let authority: SecCertificate
  let leaf: SecCertificate
  let keychain: TestKeychain

  /// Another root, and a certificate from this root that has the name and key of `authority`.
  let otherRoot: SecCertificate
  let otherAuthority: SecCertificate

  /// Certificates with the name and key of `authority`. `expiredAuthority` has expired. `plainAuthority` is not a
  /// certificate for an authority.
  let expiredAuthority: SecCertificate
  let plainAuthority: SecCertificate

  /// `otherRoot` issued the certificate `customer`, which is not for an authority. `customersAuthority` has the name
  /// and key of `authority`, and is signed with the key of `customer`.
  let customer: SecCertificate
  let customersAuthority: SecCertificate

  /// A certificate with the subject name and the issuer name of `otherAuthority`, but with another key and without a
  /// signature of `otherRoot`. Anyone can make such a certificate.
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
    // The validity of server certificates is limited only if the validity begins on 2019-07-01 or later.
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

  /// Returns the keychain in `folder`, as a new process opens the keychain.
  static func keychain(in folder: TemporaryDirectory) -> TestKeychain {
    TestKeychain(
      ServedKeychain(home: folder("home"), adminDirectory: folder("admin")), in: folder)
  }

  /// Sets trust settings for a certificate, as another process does.
  func decide(
    _ certificate: SecCertificate, _ settings: Any?, _ domain: SecTrustSettingsDomain = .user
  ) -> OSStatus {
    Self.keychain(in: keychain.folder).perform {
      SecTrustSettingsSetTrustSettings(certificate, domain, settings as CFTypeRef?)
    }
  }

  /// Removes the trust settings of a certificate, as another process does.
  func forget(
    _ certificate: SecCertificate, _ domain: SecTrustSettingsDomain = .user
  ) -> OSStatus {
    Self.keychain(in: keychain.folder).perform {
      SecTrustSettingsRemoveTrustSettings(certificate, domain)
    }
  }

  static let server = SecPolicyCreateSSL(true, "www.example.org" as CFString)

  /// The result of an evaluation, and the status of the error. The status is nil if there is no error.
  struct Verdict: Equatable, CustomStringConvertible {
    var result: SecTrustResultType
    var status: OSStatus?

    static let trusted = Verdict(result: .unspecified)
    static let decided = Verdict(result: .proceed)
    static let denied = Verdict(result: .deny, status: errSecTrustSettingDeny)
    static let unknown = Verdict(result: .recoverableTrustFailure, status: errSecCreateChainFailed)

    var description: String { "\(result) \(status ?? 0)" }
  }

  /// Evaluates `leaf` together with `others`. If `others` is nil, evaluates `leaf` together with `authority`.
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

/// Returns a dictionary with a trust setting.
func decision(_ result: SecTrustSettingsResult, _ more: [String: Any] = [:]) -> [String: Any] {
  more.merging([kSecTrustSettingsResult: result.rawValue]) { own, _ in own }
}
