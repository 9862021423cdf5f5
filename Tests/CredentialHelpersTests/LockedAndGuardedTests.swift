import Keychain
import KeychainModel
import LockTestSupport
import Testing

/// The helpers with a locked keychain, and with items that require a proof.
@Suite struct LockedAndGuardedTests {
  private static let place = "protocol=https\nhost=example.com\n"

  @Test func lockedKeychainIsAFailureThatLosesNothing() throws {
    let helpers = try Helpers()
    try helpers.add("one")
    try helpers.add("two", [.account: .string("ben"), .label: .string("Docker Credentials")])
    let keychain = helpers.machine.process()
    try keychain.setPasscode(passcode("one"))
    try keychain.lock()
    let rejected = Self.place + "username=anna\npassword=one\n"
    for operation in ["get", "store", "erase"] {
      let outcome = helpers.git(operation, input: rejected.utf8)
      #expect(outcome.status == 1)
      #expect(outcome.text == "")
      #expect(outcome.errorLine?.hasPrefix("User interaction is not allowed") == true)
    }
    for action in ["get", "erase", "list"] {
      let outcome = helpers.docker(action, input: "https://example.com".utf8)
      #expect(outcome.status == 1)
      #expect(outcome.text.hasPrefix("User interaction is not allowed"))
    }
    #expect(helpers.questions == 0)
    _ = try keychain.unlock(passcode("one"))
    #expect(try helpers.secrets() == ["one", "two"])
  }

  private func guarded() throws -> Helpers {
    let helpers = try Helpers()
    try helpers.machine.process().setPasscode(passcode("one"))
    try helpers.add("of a guarded item", [.accessControl: .number(1)])
    return helpers
  }

  @Test func personIsAskedForAGuardedItem() throws {
    let helpers = try guarded()
    helpers.answer = "one"
    #expect(
      helpers.git("get", input: Self.place.utf8).text
        == "username=anna\npassword=of a guarded item\n")
    #expect(helpers.questions == 1)
  }

  @Test func guardedItemIsAFailureWhereNobodyAnswers() throws {
    let helpers = try guarded()
    let outcome = helpers.git("get", input: Self.place.utf8)
    #expect(outcome.status == 1)
    #expect(outcome.text == "")
    #expect(outcome.errorLine != nil)
  }

  @Test func nobodyIsAskedWhileAnotherItemWillDo() throws {
    let helpers = try guarded()
    try helpers.add("open", [.account: .string("ben")])
    #expect(helpers.git("get", input: Self.place.utf8).text == "username=ben\npassword=open\n")
    #expect(helpers.questions == 0)
  }

  @Test func erasingWithoutAPasswordTakesNoProof() throws {
    let helpers = try guarded()
    #expect(helpers.git("erase", input: Self.place.utf8).status == 0)
    #expect(helpers.questions == 0)
    #expect(try helpers.items().isEmpty)
  }
}
