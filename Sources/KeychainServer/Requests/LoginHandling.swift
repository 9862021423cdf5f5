import CPlatform
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport

/// Carries out the logins that programs of root report (`PacketKind.login`).
///
/// Root reports a login after it has proven the login password, so a wrong password does not count as an attempt with the
/// passcode, and does not wait for earlier attempts. The login gives no program more rights.
struct LoginHandling {
  let keychains: ServedKeychains
  /// What a user uses of the service. Logins count for the user who logs in, and not for root, who reports them.
  let load: (UInt32) -> UserLoad

  /// The time for which a login may wait for other programs.
  private static let timeLimit = Duration.seconds(10)

  /// - Throws: `.missingEntitlement` when the program is not a program of root.
  static func requireRoot(_ credentials: PeerCredentials) throws(KeychainError) {
    guard credentials.user == 0 else {
      throw KeychainError(.missingEntitlement, "only programs of root report logins")
    }
  }

  /// - Throws: `.missingEntitlement` when the program is not root of the machine, but root of a container; `.notAvailable`
  ///   when two logins of the user are under way; the errors of opening the keychain.
  func answer(_ login: Login, from evidence: PeerEvidence) throws(KeychainError) -> LoginAnswer {
    try Self.requireRoot(evidence.credentials)
    guard evidence.isVisible, evidence.isInInitialNamespace, evidence.isInProcessNamespace else {
      throw KeychainError(
        .missingEntitlement,
        "a program of root in a container, or one that keychaind cannot see in /proc, reported a login")
    }
    guard let (user, served) = try keychains.keychain(ofUserNamed: login.user) else { return .separate }
    lk_set_thread_client(UInt64(user) + 1)
    let deadline = Deadline.after(Self.timeLimit)
    let password = try load(user).loggingIn(until: deadline) { () throws(KeychainError) in
      try served.logIn(login.event, until: deadline)
    }
    return switch password {
    case .same: .done
    case .separate: .separate
    case .differs: .differs
    }
  }
}
