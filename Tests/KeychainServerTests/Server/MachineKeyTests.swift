import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import KeychainServer

/// Tests of the device keys of the keychains on a machine with a credential.
@Suite struct MachineKeyTests {
  private let folder: TemporaryDirectory
  private let machine: TestMachine
  private let peer = Peer(Caller(accessGroups: ["login"]))
  private let credential = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }

  init() throws {
    folder = try TemporaryDirectory()
    machine = try TestMachine()
    for name in ["state", "credentials"] { mkdir(folder(name), 0o700) }
    try pass(credential)
  }

  /// Writes the credential of the machine.
  private func pass(_ bytes: [UInt8]) throws {
    unlink(folder("credentials/latchkey.device-key"))
    try folder.write(bytes, to: "credentials/latchkey.device-key", mode: 0o400)
  }

  /// The keychains of a new process of the service.
  private func keychains() -> ServedKeychains {
    ServedKeychains(
      folder("state"), credentialsDirectory: folder("credentials"), accounts: TestService.accounts,
      context: UnlockContext(
        authority: MemoryTickets(), cache: KeyCache(), clock: SystemBootClock(), cost: machine.context().cost))
  }

  private func add(to keychain: LocalKeychain) throws {
    _ = try keychain.send(Call(TestItem.addition("a", [1], "login")), from: peer)
  }

  private func secret(of keychain: LocalKeychain) throws -> [UInt8]? {
    try keychain.send(Call(TestItem.search("a", "login")), from: peer).items().first?.secret
  }

  private func exportedKey(of keychain: LocalKeychain) throws -> [UInt8] {
    guard case .deviceKey(let key) = try keychain.send(Call(.exportDeviceKey), from: peer) else {
      throw TestFailure(reason: "no device key")
    }
    return try key.withBytes { Array($0) }
  }

  private static let names: [StoreName] = [.user(1), .user(2), .unit("1"), .unit("mail.service")]

  /// The key that one user can export opens one keychain.
  @Test func eachKeychainHasItsOwnKey() throws {
    let service = keychains()
    var keys: Set<[UInt8]> = [credential]
    for name in Self.names {
      let keychain = try service.keychain(name).keychain
      try add(to: keychain)
      keys.insert(try exportedKey(of: keychain))
    }
    #expect(keys.count == 1 + Self.names.count)
    service.close()
    let next = keychains()
    for name in Self.names {
      let keychain = try next.keychain(name).keychain
      #expect(try secret(of: keychain) == [1])
      #expect(keys.contains(try exportedKey(of: keychain)))
    }
    // The keychains have no file with their device key.
    #expect(access(folder("state/1/keychain.db"), F_OK) == 0)
    #expect(access(folder("state/1/device.key"), F_OK) != 0)
  }

  /// Sends a copy of a keychain, as a program of root.
  private func restore(_ copy: [UInt8], _ key: DeviceKeyContent?, _ keychain: LocalKeychain) throws {
    let root = Peer(Caller(accessGroups: []), in: ClientSession(identity: [1]), permissions: Custody.permissions)
    let work = Work.importCopy(deviceKey: key, passcode: nil, byteCount: copy.count)
    let handle = try keychain.send(Call(.begin(work)), from: root).handle()
    _ = try keychain.send(Call(.write(handle, copy)), from: root)
    while true { if case .ended = try keychain.send(Call(.next(handle)), from: root) { return } }
  }

  /// A copy needs no device key on a machine with the same credential. With another device key, the keychain keeps it.
  @Test func aCopyIsRestored() throws {
    let first = keychains()
    let source = try first.keychain(.user(1)).keychain
    try add(to: source)
    let (copy, key) = try source.withCopy { (_, _) in
    } _: { (copy, _, key) throws(KeychainError) in
      (try copy.bytes(from: 0, atMost: copy.byteCount), key)
    }
    // The key of another user does not open the copy.
    let other = try first.restoring(.user(2), nil).keychain
    #expect(failure { try restore(copy, nil, other) }?.code == .authenticationFailed)
    let kept = try first.restoring(.user(2), .key(key)).keychain
    try restore(copy, .key(key), kept)
    #expect(try secret(of: kept) == [1])
    #expect(access(folder("state/2/device.key"), F_OK) == 0)
    try first.delete(.user(1))
    try restore(copy, nil, try first.restoring(.user(1), nil).keychain)
    #expect(access(folder("state/1/device.key"), F_OK) != 0)
    first.close()
    let next = keychains()
    for user: UInt32 in [1, 2] { #expect(try secret(of: next.keychain(.user(user)).keychain) == [1]) }
  }

  /// A restore that fails leaves the present keychain in use.
  @Test func aRestoreThatFailsChangesNothing() throws {
    let service = keychains()
    let source = try service.keychain(.user(1)).keychain
    try add(to: source)
    let (copy, key) = try source.withCopy { (_, _) in
    } _: { (copy, _, key) throws(KeychainError) in
      (try copy.bytes(from: 0, atMost: copy.byteCount), key)
    }
    let present = try service.keychain(.user(2))
    var damaged = copy
    damaged[copy.count / 2] ^= 1
    let target = try service.restoring(.user(2), .key(key)).keychain
    #expect(throws: KeychainError.self) { try restore(damaged, .key(key), target) }
    #expect(try service.keychain(.user(2)) === present)
    try add(to: present.keychain)
    #expect(access(folder("state/2/device.key"), F_OK) != 0)
  }

  /// Root removes a keychain while a program has it. Nothing makes its folder again, and the next program gets a new one.
  @Test func aRetiredKeychainStaysAway() throws {
    let service = keychains()
    let retired = try service.keychain(.user(1))
    try add(to: retired.keychain)
    try service.delete(.user(1))
    for _ in 0..<2 {
      #expect(failure { try add(to: retired.keychain) }?.code == .notAvailable)
      #expect(failure { _ = try retired.hasPasscode() }?.code == .notAvailable)
      let login = failure { _ = try retired.logIn(.login(passcode("1")), until: .after(.seconds(1))) }
      #expect(login?.code == .notAvailable)
      #expect(failure { _ = try retired.losing({ _ in [] }) {} }?.code == .notAvailable)
      retired.close()
      #expect(access(folder("state/1"), F_OK) != 0)
    }
    try add(to: service.keychain(.user(1)).keychain)
    #expect(failure { try add(to: retired.keychain) }?.code == .notAvailable)
    // A folder without a record of its owner belongs to nobody.
    unlink(folder("state/1/owner"))
    #expect(failure { _ = try service.keychain(.user(1)) }?.failureCause == .foreignOwner)
    try service.keep(.user(1))
    #expect(try secret(of: service.keychain(.user(1)).keychain) == [1])
  }

  /// The key of a keychain opens no later keychain of the same user.
  @Test func aKeychainAfterAnErasureHasAnotherKey() throws {
    let keychain = try keychains().keychain(.user(1)).keychain
    try add(to: keychain)
    let before = try exportedKey(of: keychain)
    _ = try keychain.send(Call(.erase), from: peer)
    try add(to: keychain)
    #expect(try exportedKey(of: keychain) != before)
  }

  /// A passcode among the credentials of the service would unlock the keychains of all users.
  @Test func aPasscodeAmongTheCredentialsIsIgnored() throws {
    let keychain = try keychains().keychain(.user(1)).keychain
    try add(to: keychain)
    let correct = try passcode("correct")
    _ = try keychain.send(Call(.changePasscode(from: nil, to: correct)), from: peer)
    try folder.write(Array("correct".utf8), to: "credentials/latchkey.passcode", mode: 0o400)
    let next = try keychains().keychain(.user(1)).keychain
    #expect(failure { _ = try secret(of: next) }?.code == .interactionNotAllowed)
    let unlocking = failure { _ = try next.send(Call(.unlockWithGivenPasscode), from: peer) }
    #expect(unlocking?.cause == .passcodeMissing)
    _ = try next.send(Call(.unlock(correct)), from: peer)
    #expect(try secret(of: next) == [1])
  }

  /// A keychain in the folder of another user does not open, and the reason names the keychain.
  @Test func aKeychainOfAnotherUserDoesNotOpen() throws {
    let service = keychains()
    try add(to: service.keychain(.user(1)).keychain)
    service.close()
    rename(folder("state/1"), folder("state/2"))
    try folder.write(Array("user-2".utf8), to: "state/2/owner", mode: 0o600)
    let refusal = failure { _ = try secret(of: keychains().keychain(.user(2)).keychain) }
    #expect(refusal?.code == .notAvailable)
    #expect(refusal?.reason.contains("latchkey.device-key for the keychain 2") == true)
    // Nothing was changed.
    rename(folder("state/2"), folder("state/1"))
    try folder.write(Array("user-1".utf8), to: "state/1/owner", mode: 0o600)
    #expect(try secret(of: keychains().keychain(.user(1)).keychain) == [1])
  }

  /// A copy of a device key is the key of one keychain, and not a secret of the machine.
  @Test func aCopyOfADeviceKeyIsRefused() throws {
    let store = LocalKeychain(StoreLocation(home: folder("store")), locking: machine.context())
    try add(to: store)
    try pass(try folder.read("store/device.key"))
    let keychain = try keychains().keychain(.user(1)).keychain
    let refusal = failure { try add(to: keychain) }
    #expect(refusal?.code == .notAvailable)
    #expect(refusal?.reason.contains("the keychains of the machine") == true)
  }
}
