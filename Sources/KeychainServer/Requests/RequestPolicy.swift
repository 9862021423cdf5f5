import Keychain
import KeychainModel

/// What a client may ask for. Every program of a user reaches the keychain of the user, so a request about the whole
/// keychain needs the passcode of the keychain.
struct RequestPolicy {
  let client: Client

  /// The time for which a proof of the passcode permits requests about the whole keychain.
  static let proofTime = Duration.seconds(300)

  private var isProven: Bool {
    client.served.keychain.hasProof(in: client.session, within: Self.proofTime)
  }

  /// The peer for a request. After the proof of the passcode, a program without a manifest sees every group, as the person
  /// does.
  ///
  /// - Throws: `.missingEntitlement` for a request about the whole keychain without the proof that it needs.
  func peer(for request: Request) throws(KeychainError) -> Peer {
    var permissions: Permissions = [.items, .authentication]
    if request.permissions.contains(.administration) {
      try requirePermission(for: request)
      permissions = .all
    }
    guard client.identity.application == nil, request.readsItems, isProven else {
      return Peer(client.identity.caller, in: client.session, permissions: permissions)
    }
    return Peer(Self.everything, in: client.session, permissions: permissions)
  }

  /// The caller for a program that has the passcode. Items of system units and of other users stay closed.
  private static let everything = Caller(
    accessGroups: [Caller.loginGroup, "*"], grade: Grade.protectedProgram.rawValue)

  private func requirePermission(for request: Request) throws(KeychainError) {
    switch request {
    // These requests contain the passcode that they need, read nothing that the client does not have, or lose nothing.
    case .changePasscode, .changeDeviceKey, .repair, .begin(.rotateKeys), .begin(.verify), .begin(.compact),
      .begin(.purge), .recoverQuarantined:
      return
    case .begin(.importBackup) where try isEmpty():
      return
    default:
      guard try hasPasscode() else {
        throw KeychainError(
          .missingEntitlement,
          "this request is about the items of all programs, so keychaind asks for the passcode of the keychain, and "
            + "none is set; set one (security set-keychain-password)", because: .passcodeMissing)
      }
      guard isProven else {
        throw KeychainError(
          .missingEntitlement,
          "this request is about the items of all programs, so it needs a proof of the passcode of the keychain",
          because: .authenticationFailed)
      }
    }
  }

  private func own(_ request: Request) throws(KeychainError) -> Reply {
    try client.served.keychain.send(
      Call(request), from: Peer(client.identity.caller, in: client.session, permissions: .all))
  }

  private func hasPasscode() throws(KeychainError) -> Bool {
    guard case .flag(let hasPasscode) = try own(.canBeLocked) else { return false }
    return hasPasscode
  }

  private func isEmpty() throws(KeychainError) -> Bool {
    guard case .count(let count) = try own(.countItems) else { return false }
    guard case .flag(let isPresent) = try own(.isPresent) else { return false }
    return !isPresent || count == 0
  }
}

extension Request {
  /// Whether the request reads or changes items, and needs access groups.
  fileprivate var readsItems: Bool {
    switch self {
    case .items, .candidates, .duplicates, .use, .begin(.add), .begin(.batch): true
    default: false
    }
  }

  /// Whether the request tries a passcode or an application password, which takes much time and memory.
  var triesPasscode: Bool {
    switch self {
    case .provePasscode, .unlock, .unlockWithGivenPasscode, .changePasscode, .changeDeviceKey, .repair: true
    default: false
    }
  }
}
