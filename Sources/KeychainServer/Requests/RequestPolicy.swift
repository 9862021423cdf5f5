import Keychain
import KeychainModel

/// What a client may ask for. Every program of a user reaches the keychain of the user, so a call that uses the items of
/// other programs, or the keychain as a whole, needs the person's proof of the passcode.
struct RequestPolicy {
  let client: Client

  /// The time for which a proof of the passcode is valid for such calls.
  static let proofTime = Duration.seconds(300)

  /// The peer for a call.
  ///
  /// - Throws: `.notAvailable` for a request that no program may make; `.missingEntitlement` for a call about the whole
  ///   keychain without the proof that it needs, with the cause `personNeeded` when the proof can be given;
  ///   `.authenticationFailed` for a proof that is not valid.
  func peer(for call: Call) throws(KeychainError) -> Peer {
    if case .unlockWithGivenPasscode = call.request {
      throw KeychainError(
        .notAvailable, "keychaind gives no program its own credentials", because: .passcodeMissing)
    }
    if client.custody != nil {
      guard Custody.permits(call.request) else {
        throw KeychainError(.missingEntitlement, "an administrator of a keychain may not ask for this")
      }
      return Peer(client.identity.caller, in: client.session, permissions: Custody.permissions)
    }
    // Who places or removes the file decides whether anybody can open the keychain, also the items of other programs.
    guard !call.request.changesDeviceKeyFile else { throw KeychainClient.deviceKeyFileOfService }
    let isAboutKeychain = call.request.permissions.contains(.administration)
    if let person = call.person {
      guard client.identity.mayActForPerson else { throw Self.actsForItself }
      // The grade is read before the proof is compared, so a later passcode does not lend its grade to the proof.
      let grade = try client.served.gradeOfPerson()
      let passcode = client.served.keychain.passcode(provenBy: person, in: client.session, within: Self.proofTime)
      guard let passcode else {
        // A proof ends also with the connection.
        guard isAboutKeychain else {
          throw KeychainError(
            .authenticationFailed, "the proof of the passcode has ended; it is valid for five minutes")
        }
        throw Self.personNeeded
      }
      let caller = ServedKeychain.person(passcode, grade, reservedGroups: client.identity.reservedGroups(for: grade))
      return Peer(caller, in: client.session, permissions: .all)
    }
    guard isAboutKeychain else {
      return Peer(try restorer(for: call.request), in: client.session, permissions: .ofProgram)
    }
    guard try !isAllowedWithoutProof(call.request) else {
      return Peer(client.identity.caller, in: client.session, permissions: .all)
    }
    let hasPasscode = try client.served.hasPasscode()
    // A keychain without a passcode cannot be locked, also in the process of the program.
    if case .set = call.request, !hasPasscode {
      throw KeychainError(
        .notAvailable, "the keychain has no passcode, so nothing can lock it", because: .passcodeMissing)
    }
    guard client.identity.mayActForPerson else { throw Self.actsForItself }
    guard hasPasscode else {
      throw KeychainError(
        .missingEntitlement,
        "this request is about the items of all programs, so keychaind asks for the passcode of the keychain, and none "
          + "is set; set one (security set-keychain-password)", because: .passcodeMissing)
    }
    throw Self.personNeeded
  }

  /// The client. A restore by a program of the user stores the items of every program, except the items of applications of
  /// a higher grade. An application restores the items of its own groups. A copy of a keychain contains items of every group.
  private func restorer(for request: Request) throws(KeychainError) -> Caller {
    let caller = client.identity.caller
    switch request {
    case .begin(.importBackup): break
    case .begin(.importCopy): guard client.identity.mayActForPerson else { throw Self.actsForItself }
    default: return caller
    }
    let isApplication = client.identity.application != nil
    return Caller(
      accessGroups: isApplication ? caller.accessGroups : [Caller.loginGroup, Caller.everyGroup],
      sharedGroups: caller.sharedGroups, entitlements: caller.entitlements,
      grade: caller.grade, storedGrade: min(caller.grade, Grade.userProgram.rawValue),
      reservedGroups: isApplication ? [] : client.identity.reservedGroups(for: caller.grade))
  }

  private static var actsForItself: KeychainError {
    KeychainError(
      .missingEntitlement,
      "this request is about the items of all programs, and the manifest of the application gives it its own groups only; "
        + "the person uses a program without a manifest (security)")
  }

  private static var personNeeded: KeychainError {
    KeychainError(
      .missingEntitlement,
      "this request is about the items of all programs, so it needs a proof of the passcode of the keychain",
      because: .authenticationFailed, cause: .personNeeded)
  }

  /// Whether a request about the whole keychain contains the passcode, or neither shows nor loses anything.
  private func isAllowedWithoutProof(_ request: Request) throws(KeychainError) -> Bool {
    switch request {
    case .changePasscode: client.identity.mayActForPerson
    case .repair(_, onlyIfMarked: true): true
    // Without a passcode, there is no proof. These requests keep every item and every key.
    case .begin(.verify), .begin(.compact): try !client.served.hasPasscode()
    default: false
    }
  }
}

extension Request {
  /// Whether items that the client does not see can be lost.
  var losesItems: Bool {
    switch self {
    case .erase, .dropQuarantined: true
    default: false
    }
  }

  /// Whether the request places or removes the file with the device key.
  fileprivate var changesDeviceKeyFile: Bool {
    switch self {
    case .importDeviceKey, .removeDeviceKeyFile: true
    default: false
    }
  }

  /// Whether the request tries a passcode or an application password, which takes much time and memory.
  var triesPasscode: Bool {
    switch self {
    case .provePasscode, .unlock, .changePasscode, .changeDeviceKey, .repair: true
    default: false
    }
  }
}
