import Keychain
import KeychainModel
import Testing

@testable import SecurityCommands

/// The option `-U` of the commands that add passwords.
@Suite struct UpdateOrAddTests {
  private let keychain = FakeKeychain()

  private func run(_ words: Word...) -> ToolRun { ToolRun(words, in: keychain) }

  @Test func addsWhenThereIsNone() {
    #expect(run("add-generic-password", "-U", "-a", "a", "-s", "s", "-w", "p").status == 0)
    #expect(keychain.items.first?.secret == Array("p".utf8))
    #expect(keychain.items.first?.attributes[.label] == .string("s"))
  }

  @Test func changesWhatIsGivenAndKeepsTheRest() {
    _ = run(
      "add-generic-password", "-a", "a", "-s", "s", "-w", "old", "-j", "comment", "-D", "kind")
    #expect(run("add-generic-password", "-U", "-a", "a", "-s", "s", "-j", "new").status == 0)
    #expect(keychain.items.count == 1)
    #expect(keychain.items.first?.secret == Array("old".utf8))
    #expect(keychain.items.first?.attributes[.comment] == .string("new"))
    #expect(keychain.items.first?.attributes[.description] == .string("kind"))
    _ = run("add-generic-password", "-U", "-a", "a", "-s", "s", "-w", "")
    #expect(keychain.items.first?.secret == [])
  }

  @Test func labelIsWrittenWhetherGivenOrNot() {
    _ = run("add-generic-password", "-a", "a", "-s", "s", "-l", "label")
    _ = run("add-generic-password", "-U", "-a", "a", "-s", "s", "-l", "other")
    #expect(keychain.items.first?.attributes[.label] == .string("other"))
    _ = run("add-generic-password", "-U", "-a", "a", "-s", "s")
    #expect(keychain.items.first?.attributes[.label] == .string("s"))
  }

  @Test func changesOnlyTheFirstThatIsFound() {
    _ = run("add-internet-password", "-a", "a", "-s", "h", "-P", "80", "-w", "1")
    _ = run("add-internet-password", "-a", "a", "-s", "h", "-P", "443", "-w", "2")
    _ = run("add-internet-password", "-U", "-a", "a", "-s", "h", "-P", "443", "-w", "3")
    #expect(keychain.items.map(\.secret) == [Array("1".utf8), Array("3".utf8)])
    _ = run("add-internet-password", "-U", "-a", "a", "-s", "h", "-w", "4")
    #expect(keychain.items.map(\.secret) == [Array("4".utf8), Array("3".utf8)])
  }

  @Test func authenticationTypeIsWrittenOnlyWhenAdding() {
    _ = run("add-internet-password", "-a", "a", "-s", "h", "-t", "form")
    _ = run("add-internet-password", "-U", "-a", "a", "-s", "h", "-w", "x")
    #expect(keychain.items.map { $0.attributes[.authenticationType] } == [.string("form")])
  }

  @Test func otherGroupIsAnotherItem() {
    _ = run("add-generic-password", "-a", "a", "-s", "s", "--access-group", "one", "-w", "1")
    _ = run("add-generic-password", "-U", "-a", "a", "-s", "s", "--access-group", "two", "-w", "2")
    #expect(keychain.items.count == 2)
    _ = run("add-generic-password", "-U", "-a", "a", "-s", "s", "-w", "3")
    #expect(keychain.items.map(\.secret) == [Array("3".utf8), Array("2".utf8)])
  }

  @Test func failureOtherThanNotFoundAddsNothing() {
    keychain.change { $0.failures = [KeychainError(.interactionNotAllowed, "locked")] }
    #expect(run("add-generic-password", "-U", "-a", "a", "-s", "s", "-w", "p").status == 36)
    #expect(keychain.requests.count == 1)
    #expect(keychain.items.isEmpty)
  }

  @Test func itemThatVanishesMeanwhileIsAdded() {
    _ = run("add-generic-password", "-a", "a", "-s", "s", "-w", "1")
    keychain.change { $0.beforeRequest = { number, items in if number == 2 { items = [] } } }
    #expect(run("add-generic-password", "-U", "-a", "a", "-s", "s", "-w", "2").status == 0)
    #expect(keychain.items.map(\.secret) == [Array("2".utf8)])
  }

  @Test func itemThatAppearsMeanwhileIsChanged() {
    let other = FakeKeychain()
    _ = ToolRun(["add-generic-password", "-a", "a", "-s", "s", "-w", "1"], in: other)
    let appearing = other.items
    keychain.change {
      $0.beforeRequest = { number, items in if number == 1 { items = appearing } }
    }
    #expect(run("add-generic-password", "-U", "-a", "a", "-s", "s", "-w", "2").status == 0)
    #expect(keychain.items.map(\.secret) == [Array("2".utf8)])
  }
}
