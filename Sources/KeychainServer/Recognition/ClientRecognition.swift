package import Keychain
import KeychainLog
package import KeychainModel
package import KeychainTransport

/// Who a client is for the service: its keychain, its access groups, and how well it is known.
package struct ClientIdentity: Sendable {
  /// The application whose manifest matched; nil for a program without a manifest.
  package let application: String?
  package let grade: Grade
  package let caller: Caller
  package let store: StoreName
  /// Whether the program may act for the person: set the first passcode of its keychain, and use the items of other programs
  /// with a proof of the passcode. An application has its own groups only, although it may learn the passcode.
  let mayActForPerson: Bool
  /// The generation of the manifests from which the identity was made.
  package let generation: UInt64
  /// The lowest grade of the programs that may write to a group, for the groups of applications.
  let writingGrades: [String: Grade]

  /// The groups in which a caller of a grade may store nothing.
  func reservedGroups(for grade: UInt8) -> Set<String> {
    Set(writingGrades.filter { $0.value.rawValue > grade }.keys)
  }
}

/// The keychain of a client.
package enum StoreName: Sendable, Hashable {
  case user(UInt32)
  /// The keychain of a system unit whose user number may belong to another unit later.
  case unit(String)

  private static let unitPrefix = "unit-"

  /// The name of the folder of the keychain. A name of a unit contains no slash, so the folder is below the folder of the
  /// keychains.
  package var folderName: String {
    switch self {
    case .user(let user): "\(user)"
    case .unit(let unit): Self.unitPrefix + unit
    }
  }

  /// Returns nil for a text that is no name of a folder.
  package init?(folderName text: String) {
    if text.hasPrefix(Self.unitPrefix) {
      let unit = String(text.dropFirst(Self.unitPrefix.count))
      guard !unit.isEmpty, text.utf8.count <= 255, !unit.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
      else { return nil }
      self = .unit(unit)
    } else {
      guard let user = UInt32(text), "\(user)" == text else { return nil }
      self = .user(user)
    }
  }
}

/// Decides who a client is, from the facts of the kernel and the manifests. Nothing that a client says counts, except whose
/// keychain it wants among the keychains that its manifest names.
package struct ClientRecognition: Sendable {
  private let catalogue: ManifestCatalogue
  private let accounts: UserAccounts

  package init(_ catalogue: ManifestCatalogue, accounts: UserAccounts = .system) {
    self.catalogue = catalogue
    self.accounts = accounts
  }

  /// The generation of the manifests. An identity of another generation must be made again.
  package var generation: UInt64 { catalogue.generation }

  /// - Parameter wanted: The user whose keychain the client wants; nil if the client does not say it.
  /// - Throws: `.notAvailable` for a user without an account, for a program to which the manifest denies the keychain, for
  ///   a program that does not say whose keychain it wants among several, and when /proc does not show what a manifest
  ///   needs; `.missingEntitlement` for a program of a group of applications that is not recognised, for a program that
  ///   two manifests describe, and for the keychain of another user.
  package func identity(
    _ evidence: PeerEvidence, keychainOf wanted: UInt32? = nil
  ) throws(KeychainError) -> ClientIdentity {
    let (content, generation) = try catalogue.content()
    let user = evidence.credentials.user
    guard let (manifest, recognizer) = try match(evidence, content.manifests) else {
      try requireAccount(user)
      try requireNoApplicationGroup(evidence)
      try requireOwn(wanted, user)
      return ClientIdentity(
        application: nil, grade: .userProgram,
        caller: caller(Self.common, .userProgram, [:], content.minimumGrades), store: .user(user),
        mayActForPerson: true, generation: generation, writingGrades: content.writingGrades)
    }
    guard !manifest.caller.isDenied else {
      throw KeychainError(
        .notAvailable, "the manifest of \(manifest.identifier) denies the program the keychain",
        because: .deniedByEntitlement)
    }
    return ClientIdentity(
      application: manifest.identifier, grade: recognizer.grade,
      caller: caller(manifest.caller, recognizer.grade, manifest.minimumGrades, content.minimumGrades),
      store: try store(manifest, recognizer, user, wanted),
      mayActForPerson: Self.isAlone(manifest, recognizer), generation: generation,
      writingGrades: content.writingGrades)
  }

  private static let common = Caller(
    accessGroups: [ApplicationManifest.commonGroup, Caller.loginGroup], sharedGroups: [Caller.loginGroup])

  // MARK: Manifests

  /// The manifest of a program, and how it recognises the program.
  private func match(
    _ evidence: PeerEvidence, _ manifests: [ApplicationManifest]
  ) throws(KeychainError) -> (ApplicationManifest, ApplicationManifest.Recognizer)? {
    var best: (ApplicationManifest, ApplicationManifest.Recognizer)?
    var isTie = false
    for manifest in manifests {
      var matching: [ApplicationManifest.Recognizer] = []
      for recognizer in manifest.recognizers where try matches(recognizer, evidence) { matching.append(recognizer) }
      guard let recognizer = matching.max(by: { $0.precedence < $1.precedence }) else { continue }
      if let known = best, known.1.grade >= recognizer.grade {
        isTie = isTie || known.1.grade == recognizer.grade
      } else {
        (best, isTie) = ((manifest, recognizer), false)
      }
    }
    guard let best else { return nil }
    guard !isTie else {
      let error = KeychainError(
        .missingEntitlement, "the manifest of \(best.0.identifier) and another manifest describe the same program")
      Log.alert("a program has no rights", error)
      throw error
    }
    return best
  }

  /// - Throws: `.notAvailable` when /proc does not show whether the recognizer matches. The program must not go on as a
  ///   program without a manifest.
  private func matches(
    _ recognizer: ApplicationManifest.Recognizer, _ evidence: PeerEvidence
  ) throws(KeychainError) -> Bool {
    let (user, group) = (evidence.credentials.user, evidence.credentials.group)
    let isPossible =
      switch recognizer {
      case .group(let expected): group == expected
      case .unit(_, let owner): owner.map { $0 == user } ?? Self.isServiceUser(user)
      case .user(let expected): user == expected
      case .socket(let socket): evidence.socketName == socket
      }
    if case .socket = recognizer { return isPossible }
    guard isPossible else { return false }
    guard evidence.isVisible else { throw Self.invisible }
    switch recognizer {
    case .group: return Self.weakness(evidence) == nil
    case .unit(let unit, _): return evidence.isInProcessNamespace && evidence.unit == unit
    default: return evidence.isInProcessNamespace
    }
  }

  private static var invisible: KeychainError {
    KeychainError(
      .notAvailable,
      "keychaind cannot see in /proc who the program is; /proc is mounted with hidepid, or the unit of keychaind restricts it",
      because: .permissionDenied)
  }

  /// The numbers of users for services, by convention (SYS_UID_MAX of login.defs). People have greater numbers.
  private static let systemUsers: ClosedRange<UInt32> = 0...999
  /// The numbers that the service manager gives to units with `DynamicUser=yes`. It gives the number of a stopped unit to
  /// another unit.
  private static let temporaryUsers: ClosedRange<UInt32> = 61184...65519

  private static func isServiceUser(_ user: UInt32) -> Bool {
    systemUsers.contains(user) || temporaryUsers.contains(user)
  }

  // MARK: Groups of applications

  /// The reason why the effective group of a process proves nothing; nil if it proves the application.
  private static func weakness(_ evidence: PeerEvidence) -> String? {
    guard evidence.isInInitialNamespace else { return "the program is in a user namespace" }
    guard evidence.isInProcessNamespace else { return "the program is in a container" }
    guard let realGroup = evidence.realGroup, realGroup != evidence.credentials.group else {
      return "the group is also the real group of the program"
    }
    guard !evidence.isMemberOfGroup else {
      return "the user is a member of the group, so each program of the user can have it"
    }
    guard evidence.isProtected else { return "other programs of the user can trace the program (PR_SET_DUMPABLE)" }
    return nil
  }

  /// A program that should be recognised by its group, and is not, must not go on as a program without a manifest.
  ///
  /// - Throws: `.missingEntitlement` for a program whose effective group is the group of an application; `.notAvailable`
  ///   when /proc does not show whether it is a program with the set-group-ID bit.
  private func requireNoApplicationGroup(_ evidence: PeerEvidence) throws(KeychainError) {
    let group = evidence.credentials.group
    guard let name = accounts.name(ofGroup: group), name.hasPrefix(ApplicationManifest.groupPrefix) else { return }
    guard evidence.isVisible else { throw Self.invisible }
    // The group of the user, not of the program.
    if evidence.realGroup == group { return }
    let reason = Self.weakness(evidence) ?? "the application has no usable manifest"
    throw KeychainError(.missingEntitlement, "the program has the group \(name), but \(reason)")
  }

  // MARK: Keychains

  /// The keychain of an application.
  private func store(
    _ manifest: ApplicationManifest, _ recognizer: ApplicationManifest.Recognizer, _ user: UInt32, _ wanted: UInt32?
  ) throws(KeychainError) -> StoreName {
    if recognizer.grade == .system, let first = manifest.users.first {
      guard let wanted else {
        guard manifest.users.count == 1 else {
          throw KeychainError(
            .notAvailable,
            "the manifest of \(manifest.identifier) names several users, so the program must say whose keychain it uses "
              + "(LATCHKEY_USER)", cause: .argument)
        }
        return .user(first)
      }
      guard manifest.users.contains(wanted) else { throw Self.foreign(wanted) }
      return .user(wanted)
    }
    // The user number of a unit may belong to another unit later.
    if case .unit(let unit, _) = recognizer {
      guard wanted == nil else { throw Self.foreign(wanted) }
      return .unit(unit)
    }
    try requireAccount(user)
    try requireOwn(wanted, user)
    return .user(user)
  }

  /// Whether a manifest describes all programs that use the keychain of a program: a unit, or all programs of a user, with
  /// a keychain of its own. The keychain then belongs to no person.
  private static func isAlone(_ manifest: ApplicationManifest, _ recognizer: ApplicationManifest.Recognizer) -> Bool {
    recognizer.grade == .system && manifest.users.isEmpty
  }

  private func requireOwn(_ wanted: UInt32?, _ user: UInt32) throws(KeychainError) {
    guard wanted == nil || wanted == user else { throw Self.foreign(wanted) }
  }

  private static func foreign(_ wanted: UInt32?) -> KeychainError {
    KeychainError(
      .missingEntitlement,
      "the program may not use the keychain of user \(wanted.map(String.init) ?? "") (LATCHKEY_USER)")
  }

  /// - Throws: `.notAvailable` when the user has no account that lasts.
  private func requireAccount(_ user: UInt32) throws(KeychainError) {
    guard accounts.name(ofUser: user) != nil else {
      throw KeychainError(.notAvailable, "user \(user) has no account", because: .foreignOwner)
    }
    guard !Self.temporaryUsers.contains(user) else {
      throw KeychainError(
        .notAvailable,
        "user \(user) exists only while its unit runs (DynamicUser=yes); a manifest that names the unit gives the unit a "
          + "keychain", because: .foreignOwner)
    }
  }

  /// The caller without the groups that need a higher grade. The manifest may raise the grade of a group, not lower it.
  private func caller(
    _ caller: Caller, _ grade: Grade, _ own: [String: Grade], _ common: [String: Grade]
  ) -> Caller {
    func isOpen(_ group: String) -> Bool {
      grade >= max(own[group] ?? .claimed, common[group] ?? .claimed)
    }
    return Caller(
      accessGroups: caller.accessGroups.filter(isOpen), sharedGroups: caller.sharedGroups.filter(isOpen),
      entitlements: caller.entitlements, grade: grade.rawValue)
  }
}

extension ApplicationManifest.Recognizer {
  /// The order among the recognizers of one manifest: the grade, and a unit before its user. It does not depend on the
  /// order of the list, because a unit has a keychain of its own.
  fileprivate var precedence: Int {
    let isUnit = if case .unit = self { true } else { false }
    return Int(grade.rawValue) * 2 + (isUnit ? 1 : 0)
  }
}
