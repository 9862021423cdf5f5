import KeychainFiles
package import KeychainModel
package import CertificateTrust
package import X509Certificates
import Vault

/// The trust settings of the user and of the administrator, as this process sees them.
///
/// Each evaluation checks once whether the file of each domain has changed, and reads a changed file. The store may be
/// used from any thread.
package final class TrustSettingsStore: Sendable {
  private let user: TrustSettingsDirectory?
  private let admin: TrustSettingsDirectory
  private let clock: any KeychainClock

  /// The cached content of the files, with the file status at the time of reading.
  private struct Known: Sendable {
    var status: FileStatus
    var list: TrustSettingsList
  }

  private let known = ForkSafeMutex<[TrustSettingsDomain: Known]>([:])

  /// - Parameter location: The location of the keychain. The data folder of the keychain contains the user's settings.
  ///   Nil when the user has no place for settings.
  package init(_ location: StoreLocation?, clock: any KeychainClock = SystemClock()) {
    user = location.map { TrustSettingsDirectory(path: $0.dataDirectory, isShared: false) }
    let directory = location?.adminDirectory ?? StoreLocation(home: "/").adminDirectory
    admin = TrustSettingsDirectory(path: directory, isShared: true)
    self.clock = clock
  }

  /// The trust settings that apply to an evaluation. The user's settings come before the administrator's settings. Nil
  /// when there are no settings.
  ///
  /// - Throws: `.invalidTrustSettings` when the settings cannot be read. After such an error no certificate can be
  ///   trusted, because a setting that was not read may be a denial.
  package func current() throws(KeychainError) -> TrustSettingsDomains? {
    try ForkGate.enter { () throws(KeychainError) in
      let common = try list(.admin)
      let own = common?.disablesUsers == true ? nil : try list(.user)
      let lists = [own, common].compactMap(\.self).filter { !$0.isEmpty }
      return lists.isEmpty ? nil : TrustSettingsDomains(lists)
    }
  }

  /// The trust settings of a domain; nil when the domain has no settings.
  ///
  /// - Throws: `.invalidTrustSettings` when the settings cannot be read.
  package func settings(of domain: TrustSettingsDomain) throws(KeychainError) -> TrustSettingsList? {
    guard domain != .system else { return try SystemTrustSettings.list }
    return try ForkGate.enter { () throws(KeychainError) in
      guard let list = try list(domain), !list.isEmpty else { return nil }
      return list
    }
  }

  /// Changes the decisions of a domain.
  ///
  /// - Parameter body: Receives the decisions, and the date for new decisions in whole seconds since 2001-01-01
  ///   00:00:00 UTC.
  /// - Throws: `.readOnly` for the system domain. `.writePermission` for the administrator's domain when the caller may
  ///   not write to its folder. `.notAvailable` when the user has no place for settings or the administrator disabled
  ///   users' settings. `.invalidTrustSettings` when the existing settings cannot be read; the existing settings are
  ///   kept. Also the errors of writing a file.
  package func change<Result>(
    _ domain: TrustSettingsDomain,
    _ body: (inout TrustSettingsList, _ now: Double) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let folder = try folder(domain)
    return try ForkGate.enterUnlessForked { () throws(KeychainError) in
      try folder.change { (list) throws(KeychainError) in
        try body(&list, clock.now.rounded(.down))
      }
    }
  }

  /// Changes the decisions of a domain. If a decision names its certificate only by digest, the certificate is added
  /// when it is among the authorities of the system or in `certificates`.
  ///
  /// - Parameter certificates: The certificates of a keychain. Called only if a decision names its certificate only by
  ///   digest.
  package func change<Result>(
    _ domain: TrustSettingsDomain, completingFrom certificates: () -> [Certificate],
    _ body: (inout TrustSettingsList, _ now: Double) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    // The certificates are read before the lock is taken, because the keychain uses the same lock. An error of reading
    // the settings is ignored, because the change reports the same error.
    var found: [Certificate] = []
    if domain != .system, let list = try? settings(of: domain), list.lacksCertificates {
      found = SystemAnchors.certificates + certificates()
    }
    return try change(domain) { (list, now) throws(KeychainError) in
      try list.complete(from: found)
      return try body(&list, now)
    }
  }

  /// Checks whether a change is possible. A caller that performs another step before the change calls this function
  /// before that step.
  ///
  /// - Throws: The errors of a change. After this check, only writing can fail.
  package func requireChangeable(_ domain: TrustSettingsDomain) throws(KeychainError) {
    let folder = try folder(domain)
    if folder.isShared { try folder.requireRights() }
    _ = try ForkGate.enter { () throws(KeychainError) in try folder.read() }
  }

  private func folder(_ domain: TrustSettingsDomain) throws(KeychainError) -> TrustSettingsDirectory {
    switch domain {
    case .admin: return admin
    case .system:
      throw KeychainError(.readOnly, "the trust settings of the system cannot be changed")
    case .user:
      guard let user else {
        throw KeychainError(
          .notAvailable, "there is no place for the trust settings of the user", because: .noPlace)
      }
      guard try areUserSettingsEnabled() else {
        throw KeychainError(
          .notAvailable, "the administrator switched the trust settings of users off")
      }
      return user
    }
  }

  /// Whether the settings of users apply.
  ///
  /// - Throws: `.invalidTrustSettings` when the administrator's settings cannot be read.
  package func areUserSettingsEnabled() throws(KeychainError) -> Bool {
    try ForkGate.enter { () throws(KeychainError) in
      try list(.admin)?.disablesUsers != true
    }
  }

  private func list(_ domain: TrustSettingsDomain) throws(KeychainError) -> TrustSettingsList? {
    guard let folder = domain == .user ? user : admin, let status = try folder.status() else {
      return nil
    }
    if let one = known.withLock({ $0[domain] }), one.status == status { return one.list }
    guard let found = try folder.read() else { return nil }
    known.withLock { $0[domain] = Known(status: found.status, list: found.list) }
    return found.list
  }
}
