import KeychainFiles
package import KeychainModel
package import CertificateTrust
import X509Certificates
import Vault

/// The trust settings of the user and of the administrator, as this process sees them.
///
/// A judgement asks the file system once for each domain whether its file changed, and reads it when it
/// did. May be used from any thread.
package final class TrustSettingsStore: Sendable {
  private let user: TrustSettingsFolder?
  private let admin: TrustSettingsFolder
  private let clock: any KeychainClock

  /// What was read of the files, by the state that they were in.
  private struct Known: Sendable {
    var status: FileStatus
    var list: TrustSettingsList
  }

  private let known = Guarded<[TrustSettingsDomain: Known]>([:])

  /// - Parameter location: Of the keychain, in whose data folder the user's settings lie; nil where
  ///   there is no place for one.
  package init(_ location: StoreLocation?, clock: any KeychainClock = SystemClock()) {
    user = location.map { TrustSettingsFolder(path: $0.dataDirectory, isShared: false) }
    let directory = location?.adminDirectory ?? StoreLocation(home: "/").adminDirectory
    admin = TrustSettingsFolder(path: directory, isShared: true)
    self.clock = clock
  }

  /// The decisions that count for a judgement, the user's before the administrator's; nil when nobody
  /// decided anything.
  ///
  /// - Throws: `.invalidTrustSettings` when they cannot be known: one of them may be a denial, so that
  ///   nothing can be trusted.
  package func current() throws(KeychainError) -> TrustSettingsDomains? {
    try ForkGate.enter { () throws(KeychainError) in
      let common = try list(.admin)
      let own = common?.disablesUsers == true ? nil : try list(.user)
      let lists = [own, common].compactMap(\.self).filter { !$0.isEmpty }
      return lists.isEmpty ? nil : TrustSettingsDomains(lists)
    }
  }

  /// What was decided in a domain; nil when nothing was.
  ///
  /// - Throws: `.invalidTrustSettings` when that cannot be known.
  package func settings(of domain: TrustSettingsDomain) throws(KeychainError) -> TrustSettingsList? {
    guard domain != .system else { return try SystemTrustSettings.list }
    return try ForkGate.enter { () throws(KeychainError) in
      guard let list = try list(domain), !list.isEmpty else { return nil }
      return list
    }
  }

  /// Changes the decisions of a domain.
  ///
  /// - Parameter body: Gets them, and the time that new ones bear: seconds since 2001-01-01 00:00:00
  ///   UTC, without fractions.
  /// - Throws: `.readOnly` for the domain of the system; `.writePermission` for that of the administrator
  ///   when the caller may not write there; `.notAvailable` where the user has no place for settings or
  ///   the administrator switched them off; `.invalidTrustSettings` when what is there cannot be read,
  ///   which is kept; and what writing a file throws.
  package func change<Result>(
    _ domain: TrustSettingsDomain,
    _ body: (inout TrustSettingsList, _ now: Double) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let folder = try folder(domain)
    return try ForkGate.pass { () throws(KeychainError) in
      try folder.change { (list) throws(KeychainError) in
        try body(&list, clock.now.rounded(.down))
      }
    }
  }

  /// The same. Of decisions that name their certificates by a digest, those certificates are put in that
  /// are among the system's authorities or in a keychain by now.
  package func change<Result>(
    _ domain: TrustSettingsDomain, completingFrom keychain: KeychainClient?,
    _ body: (inout TrustSettingsList, _ now: Double) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    // Before the lock is taken, which is the keychain's own. What keeps the settings from being read is
    // reported by the change.
    var found: [Certificate] = []
    if domain != .system, let list = try? settings(of: domain), list.lacksCertificates {
      found = SystemAnchors.certificates + TrustSettingsList.certificates(of: keychain)
    }
    return try change(domain) { (list, now) throws(KeychainError) in
      try list.complete(from: found)
      return try body(&list, now)
    }
  }

  /// Looks whether a change can be made, for whoever has something else to do before it.
  ///
  /// - Throws: As a change, of which only writing can fail then.
  package func requireChangeable(_ domain: TrustSettingsDomain) throws(KeychainError) {
    let folder = try folder(domain)
    if folder.isShared { try folder.requireRights() }
    _ = try ForkGate.enter { () throws(KeychainError) in try folder.read() }
  }

  private func folder(_ domain: TrustSettingsDomain) throws(KeychainError) -> TrustSettingsFolder {
    switch domain {
    case .admin: return admin
    case .system:
      throw KeychainError(.readOnly, "the trust settings of the system cannot be changed")
    case .user:
      guard let user else {
        throw KeychainError(
          .notAvailable, "there is no place for the trust settings of the user", because: .noPlace)
      }
      guard try areUsersHeeded() else {
        throw KeychainError(
          .notAvailable, "the administrator switched the trust settings of users off")
      }
      return user
    }
  }

  /// Whether the settings of users count.
  ///
  /// - Throws: `.invalidTrustSettings` when that cannot be known.
  package func areUsersHeeded() throws(KeychainError) -> Bool {
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
