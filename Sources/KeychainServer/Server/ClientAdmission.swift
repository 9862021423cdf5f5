import Keychain
import KeychainModel
import KeychainTransport

/// Decides who a client is when it connects, and again when manifests or accounts changed.
struct ClientAdmission: Sendable {
  let recognition: ClientRecognition
  let keychains: ServedKeychains
  /// The folder where the unified hierarchy of control groups is mounted.
  let controlGroups: String

  /// Makes a client from the facts of the kernel about its process.
  ///
  /// - Parameter user: The user whose keychain the client wants; nil if the client does not say it.
  /// - Throws: The errors of `ClientRecognition.identity`, and of `ServedKeychains.keychain`.
  func client(_ process: PeerProcess, socketName: String?, keychainOf user: UInt32?) throws(KeychainError) -> Client {
    let evidence = try PeerEvidence(process, socketName: socketName, controlGroups: controlGroups)
    let identity = try recognition.identity(evidence, keychainOf: user)
    let session = ClientSession(
      identity: Self.sessionIdentity(evidence), quota: Array("\(evidence.credentials.user)".utf8),
      process: evidence.credentials.process)
    return Client(identity, try keychains.keychain(identity.store), session, evidence, keychainOf: user)
  }

  /// Makes a client that administers a keychain. It has no access group, so it sees no item.
  ///
  /// - Throws: `.missingEntitlement` when the process is not a process of root of this machine.
  func administrator(_ process: PeerProcess, socketName: String?, of name: StoreName) throws(KeychainError) -> Client {
    let evidence = try PeerEvidence(process, socketName: socketName, controlGroups: controlGroups)
    try Custody.requireRoot(evidence)
    let session = ClientSession(
      identity: Self.sessionIdentity(evidence), quota: Array("\(evidence.credentials.user)".utf8),
      process: evidence.credentials.process)
    let identity = ClientIdentity(
      application: nil, grade: .system, caller: Caller(accessGroups: [], grade: Grade.system.rawValue), store: name,
      mayActForPerson: false, generation: recognition.generation, writingGrades: [:])
    return Client(
      identity, keychains.administered(name), session, evidence, keychainOf: nil,
      custody: Custody(keychains: keychains, name: name))
  }

  /// The client with its present rights, from the facts of the time when it connected. The proofs and the work of the client
  /// stay. The same client if nothing changed.
  ///
  /// - Throws: The errors of `client`; `.notAvailable` when the client has another keychain now, and must connect again.
  func present(_ client: Client) throws(KeychainError) -> Client {
    guard client.custody == nil, client.identity.generation != recognition.generation else { return client }
    let identity = try recognition.identity(client.evidence, keychainOf: client.wantedUser)
    let served = try keychains.keychain(identity.store)
    guard served === client.served else {
      throw KeychainError(.notAvailable, "the program has another keychain now")
    }
    return Client(identity, served, client.session, client.evidence, keychainOf: client.wantedUser)
  }

  /// The reply to the hello of a client.
  static func welcome(_ identity: ClientIdentity, instance: [UInt8]) -> Welcome {
    let user: UInt32? = if case .user(let user) = identity.store { user } else { nil }
    return Welcome(
      version: Call.messageVersion, instance: instance, user: user, grade: identity.grade.rawValue,
      application: identity.application ?? "", accessGroups: identity.caller.accessGroups,
      entitlements: identity.caller.entitlements.sorted())
  }

  /// Identifies the process of a client also after a restart of the service.
  private static func sessionIdentity(_ evidence: PeerEvidence) -> [UInt8] {
    let credentials = evidence.credentials
    return Array("\(credentials.user):\(credentials.process):\(evidence.startTime)".utf8)
  }
}
