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
}

/// The keychain of a client.
package enum StoreName: Sendable, Hashable {
  case user(UInt32)
  /// The keychain of a system unit whose user number may belong to another unit later.
  case unit(String)
}

/// Decides who a client is, from the facts of the kernel and the manifests. Nothing that a client says counts.
package struct ClientRecognition: Sendable {
  /// The first letters of the names of groups for programs with the set-group-ID bit.
  static let groupPrefix = "lk-app-"

  private let catalogue: ManifestCatalogue
  private let accounts: UserAccounts

  package init(_ catalogue: ManifestCatalogue, accounts: UserAccounts = .system) {
    self.catalogue = catalogue
    self.accounts = accounts
  }

  /// - Throws: `.notAvailable` for a user without an account; `.missingEntitlement` for a program of a group of
  ///   applications without a usable manifest, and for a program that two manifests describe.
  package func identity(_ evidence: PeerEvidence) throws(KeychainError) -> ClientIdentity {
    let content = try catalogue.content()
    let user = evidence.credentials.user
    guard let match = try match(evidence, content.manifests) else {
      try requireAccount(user)
      let group = evidence.credentials.group
      if group != evidence.realGroup, accounts.name(ofGroup: group)?.hasPrefix(Self.groupPrefix) == true {
        throw KeychainError(
          .missingEntitlement, "the group \(group) of the program belongs to an application without a usable manifest")
      }
      return ClientIdentity(
        application: nil, grade: .userProgram,
        caller: caller(Self.common, .userProgram, [:], content.minimumGrades), store: .user(user))
    }
    let (manifest, recognizer) = match
    return ClientIdentity(
      application: manifest.identifier, grade: recognizer.grade,
      caller: caller(manifest.caller, recognizer.grade, manifest.minimumGrades, content.minimumGrades),
      store: try store(manifest, recognizer, evidence))
  }

  private static let common = Caller(
    accessGroups: [ApplicationManifest.commonGroup, Caller.loginGroup], sharedGroups: [Caller.loginGroup])

  /// The manifest of a program, and how it recognises the program.
  private func match(
    _ evidence: PeerEvidence, _ manifests: [ApplicationManifest]
  ) throws(KeychainError) -> (ApplicationManifest, ApplicationManifest.Recognizer)? {
    var best: (ApplicationManifest, ApplicationManifest.Recognizer)?
    var isTie = false
    for manifest in manifests {
      let matching = manifest.recognizers.filter { Self.matches($0, evidence) }
      guard let recognizer = matching.max(by: { $0.grade < $1.grade }) else { continue }
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

  private static func matches(_ recognizer: ApplicationManifest.Recognizer, _ evidence: PeerEvidence) -> Bool {
    switch recognizer {
    // A user whose real group is the group did not get it from the program. A user namespace can map any group.
    case .group(let group):
      evidence.isInInitialNamespace && evidence.credentials.group == group && evidence.realGroup != nil
        && evidence.realGroup != group
    case .unit(let unit): evidence.unit == unit
    case .user(let user): evidence.credentials.user == user
    case .socket(let socket): evidence.socketName == socket
    }
  }

  /// The keychain of an application.
  private func store(
    _ manifest: ApplicationManifest, _ recognizer: ApplicationManifest.Recognizer, _ evidence: PeerEvidence
  ) throws(KeychainError) -> StoreName {
    let user = evidence.credentials.user
    if recognizer.grade == .system, let named = manifest.users.first { return .user(named) }
    // The user number of a unit may belong to another unit later.
    if case .unit(let unit) = recognizer { return .unit(unit) }
    try requireAccount(user)
    return .user(user)
  }

  /// The numbers that the service manager gives to units with `DynamicUser=yes`. It gives the number of a stopped unit to
  /// another unit.
  private static let temporaryUsers: ClosedRange<UInt32> = 61184...65519

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
