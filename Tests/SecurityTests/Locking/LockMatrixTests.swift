import Foundation
import LatchkeyAdministration
import LockTestSupport
import Security
import ServiceTestSupport
import Testing

/// Tests the rules for locked items in one table of three lock states, seven accessibilities and eight operations
/// (specification: secitem 5.2).
@Suite("Lock states, accessibilities and operations") struct LockMatrixTests {
  enum Operation: String, CaseIterable, Sendable {
    case add, addEqual, findData, findAttributes, findReference, exists, update, delete
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let state: KeychainLock.State
    let accessible: String
    let operation: Operation
    var testDescription: String { "\(state), \(accessible), \(operation.rawValue)" }

    /// The expected status, computed without the tested code.
    var expected: OSStatus {
      let isReadable =
        switch (state, accessible) {
        case (.unlocked, _), (_, "dk"), (_, "dku"): true
        case (.locked, "ck"), (.locked, "cku"): true
        default: false
        }
      return switch operation {
      case .delete: ok
      case .addEqual: isReadable ? duplicate : Security.errSecInteractionNotAllowed
      default: isReadable ? ok : Security.errSecInteractionNotAllowed
      }
    }
  }

  static let states: [KeychainLock.State] = [.beforeFirstUnlock, .locked, .unlocked]

  static let classes = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]

  static let table = states.flatMap { state in
    classes.flatMap { accessible in
      Operation.allCases.map { Case(state: state, accessible: accessible, operation: $0) }
    }
  }

  /// Returns a keychain in the given lock state, with one item of each accessibility, and the machine of the keychain.
  private func keychain(in state: KeychainLock.State) throws -> (TestKeychain, TestMachine) {
    let machine = try TestMachine()
    let first = machine.served()
    try first.setPasscode("1234")
    let keychain = TestKeychain(first, in: machine.folder)
    for accessible in Self.classes {
      #expect(keychain.add(item(accessible)).status == ok)
    }
    switch state {
    case .unlocked: break
    case .locked: try first.lock()
    // A restart of the machine locks the keychain until the first unlock.
    case .beforeFirstUnlock: machine.restart()
    }
    return (TestKeychain(machine.served(), in: machine.folder), machine)
  }

  private func item(_ accessible: String) -> Query {
    Query.generic("service", accessible).secret("secret of \(accessible)")
      + [kSecAttrAccessible: accessible, kSecAttrLabel: "label"]
  }

  @Test("Each row of the table has the expected status and effect", arguments: table) func row(_ row: Case) throws {
    let (keychain, machine) = try keychain(in: row.state)
    let query = Query.generic("service", row.accessible)
    var answer: Answer?
    switch row.operation {
    case .add:
      answer = keychain.add(
        .generic("new").secret("x") + [kSecAttrAccessible: row.accessible])
    case .addEqual: answer = keychain.add(item(row.accessible))
    case .findData: answer = keychain.find(query + [kSecReturnData: true])
    case .findAttributes: answer = keychain.find(query + [kSecReturnAttributes: true])
    case .findReference: answer = keychain.find(query + [kSecReturnPersistentRef: true])
    case .exists: answer = keychain.find(query)
    case .update:
      answer = Answer(status: keychain.update(query, [kSecAttrComment: "c"]), result: nil)
    case .delete: answer = Answer(status: keychain.delete(query), result: nil)
    }
    #expect(answer?.status == row.expected)
    if row.expected == locked { #expect(answer?.result == nil) }

    // Checks the effect of the operation through a new process, which unlocks the keychain.
    let process = machine.served()
    try process.unlock("1234")
    let after = TestKeychain(process, in: machine.folder)
    let isDeleted = row.operation == .delete
    #expect(after.secret(query) == (isDeleted ? nil : "secret of \(row.accessible)"))
    let isAdded = row.operation == .add && row.expected == ok
    #expect(after.find(.generic("new")).status == (isAdded ? ok : notFound))
    let comment = after.attributes(query)[kSecAttrComment] as? String
    #expect(comment == (row.operation == .update && row.expected == ok ? "c" : nil))
    #expect(after.count(.generic("service")) == (isDeleted ? 6 : 7))
  }

  @Test("A query without a match gives -25300 in every lock state", arguments: states)
  func nothing(_ state: KeychainLock.State) throws {
    let (keychain, _) = try keychain(in: state)
    #expect(keychain.find(.generic("other")).status == notFound)
    #expect(keychain.find(.generic("service", "other")).status == notFound)
    #expect(keychain.find(.generic("service", "ak") + [kSecAttrComment: "no"]).status == notFound)
    #expect(keychain.update(.generic("other"), [kSecAttrComment: "c"]) == notFound)
    #expect(keychain.delete(.generic("other")) == notFound)
    #expect(keychain.delete(.generic("service", "ak") + [kSecAttrComment: "no"]) == notFound)
  }

  @Test("A search and an update fail as a whole if one match is locked")
  func wholeSearch() throws {
    let (keychain, _) = try keychain(in: .locked)
    #expect(keychain.find(Query.generic("service").all).status == locked)
    #expect(keychain.find(Query.generic("service").all + [kSecAttrAccessible: "ck"]).status == ok)
    #expect(keychain.update(.generic("service"), [kSecAttrComment: "c"]) == locked)
    #expect(keychain.attributes(.generic("service", "ck"))[kSecAttrComment] == nil)
  }

  @Test("A delete of several items deletes both locked and readable items") func deleteMany() throws {
    let (keychain, _) = try keychain(in: .beforeFirstUnlock)
    #expect(keychain.delete(.generic("service")) == ok)
    #expect(keychain.find(.generic("service")).status == notFound)
  }

  @Test("An update to an accessibility that is locked gives -25308 and changes nothing")
  func changeOfClass() throws {
    let (keychain, machine) = try keychain(in: .locked)
    #expect(keychain.update(.generic("service", "dk"), [kSecAttrAccessible: "ak"]) == locked)
    #expect(keychain.attributes(.generic("service", "dk"))[kSecAttrAccessible] as? String == "dk")
    let process = machine.served()
    try process.unlock("1234")
    let unlocked = TestKeychain(process, in: machine.folder)
    #expect(unlocked.update(.generic("service", "dk"), [kSecAttrAccessible: "ak"]) == ok)
  }

  @Test("An add of an equal item gives -25308 if the new item or the existing item is locked")
  func equal() throws {
    let (keychain, _) = try keychain(in: .locked)
    let query = Query.generic("service", "ak").secret("x")
    #expect(keychain.add(query + [kSecAttrAccessible: "dk"]).status == locked)
    let other = Query.generic("service", "dk").secret("x")
    #expect(keychain.add(other + [kSecAttrAccessible: "ak"]).status == locked)
    #expect(keychain.add(other + [kSecAttrAccessible: "ck"]).status == duplicate)
  }

  @Test("A search by host gives -25308 if a locked item matches, and a delete deletes the locked item")
  func hosts() throws {
    let machine = try TestMachine()
    let first = machine.served()
    try first.setPasscode("1234")
    let keychain = TestKeychain(first, in: machine.folder)
    #expect(keychain.add(.internet("mail.example.org", "a").secret("x")).status == ok)
    try first.lock()
    let host: Query = [kSecMatchHostOrSubdomainOfHost: "example.org"]
    #expect(keychain.find(.internet() + host).status == locked)
    #expect(
      keychain.find(.internet() + [kSecMatchHostOrSubdomainOfHost: "x.org"]).status == notFound)
    #expect(keychain.delete(.internet() + host) == ok)
    #expect(keychain.find(.internet()).status == notFound)
  }

  @Test("The tombstone of an item that was deleted while locked is not found, and allows a new add")
  func tombstone() throws {
    let machine = try TestMachine()
    let first = machine.served()
    try first.setPasscode("1234")
    let keychain = TestKeychain(first, in: machine.folder)
    let query = Query.generic("s", "a").synchronizable
    #expect(keychain.add(query).status == ok)
    try first.lock()
    #expect(keychain.delete(query) == ok)
    #expect(keychain.find(query + [kSecAttrTombstone: true]).status == notFound)
    try first.unlock("1234")
    #expect(keychain.find(query).status == notFound)
    #expect(keychain.find(query + [kSecAttrTombstone: true]).status == notFound)
    #expect(keychain.add(query).status == ok)
    #expect(keychain.find(query).status == ok)
  }
}
