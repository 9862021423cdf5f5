import Foundation
import LatchkeyAdministration
import LockTestSupport
import Security
import ServiceTestSupport
import TestSupport

/// The keychain of one test, in a temporary directory that is deleted at the end of the test.
///
/// The methods call the item functions in the name of the program `program`.
struct TestKeychain: Sendable {
  let folder: TemporaryDirectory
  let service: ServedKeychain
  var program = TestProgram.withoutEntitlements

  /// The files of the keychain.
  var files: KeychainFolder { service.files }

  /// Creates an empty keychain. A program without entitlements uses the keychain.
  init(
    clock: TestKeychainClock? = nil, postsNotifications: Bool = false,
    onCommit: @escaping @Sendable (KeychainCommit) -> Void = { _ in }
  ) throws {
    folder = try TemporaryDirectory()
    service = ServedKeychain(
      home: folder.path, clock: clock, postsNotifications: postsNotifications, onCommit: onCommit)
  }

  /// Uses the keychain of `service`, whose files are in `folder`.
  init(_ service: ServedKeychain, in folder: TemporaryDirectory) {
    self.folder = folder
    self.service = service
  }

  /// Returns the same keychain, used by another program.
  func seen(
    by groups: [String], sharing shared: Set<String> = [], entitlements: Set<String> = []
  ) -> TestKeychain {
    var other = self
    other.program = TestProgram(
      accessGroups: groups, sharedGroups: shared, entitlements: entitlements)
    service.prepare(for: other.program)
    return other
  }

  /// Returns the same keychain, used by the same program with the given entitlements.
  func entitled(to entitlements: Set<String>) -> TestKeychain {
    var other = self
    other.program.entitlements = entitlements
    service.prepare(for: other.program)
    return other
  }

  // MARK: The four functions

  func add(_ attributes: Query) -> Answer { add(attributes as NSDictionary) }
  func find(_ query: Query) -> Answer { find(query as NSDictionary) }

  func add(_ attributes: NSDictionary) -> Answer {
    perform {
      var result: CFTypeRef?
      let status = SecItemAdd(attributes, &result)
      return Answer(status: status, result: result)
    }
  }

  func find(_ query: NSDictionary) -> Answer {
    perform {
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query, &result)
      return Answer(status: status, result: result)
    }
  }

  func update(_ query: Query, _ values: Query) -> OSStatus {
    update(query as NSDictionary, values as NSDictionary)
  }

  func update(_ query: NSDictionary, _ values: NSDictionary) -> OSStatus {
    perform { SecItemUpdate(query, values) }
  }

  func delete(_ query: Query) -> OSStatus { delete(query as NSDictionary) }

  func delete(_ query: NSDictionary) -> OSStatus { perform { SecItemDelete(query) } }

  /// Runs code that calls the public functions directly, in the name of the program `program`.
  func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try service.perform(as: program, body)
  }

  // MARK: Shared steps

  /// Returns the attributes of all matches.
  func all(_ query: Query) -> [NSDictionary] {
    find(query + [kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll]).array
      as? [NSDictionary] ?? []
  }

  /// Returns one attribute of all matches. A "?" stands for a value that is absent or not a string.
  func all(_ name: CFString, _ query: Query) -> [String] {
    all(query).map { $0[name] as? String ?? "?" }
  }

  /// Returns the attributes of the first match.
  func attributes(_ query: Query) -> NSDictionary {
    find(query + [kSecReturnAttributes: true]).dictionary
  }

  /// Returns the secret of the first match.
  func secret(_ query: Query) -> String? {
    find(query + [kSecReturnData: true]).data.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the persistent reference of the first match.
  func reference(_ query: Query) -> Data {
    find(query + [kSecReturnPersistentRef: true]).data ?? Data()
  }

  /// Returns the number of matches.
  func count(_ query: Query) -> Int { all(query).count }
}
