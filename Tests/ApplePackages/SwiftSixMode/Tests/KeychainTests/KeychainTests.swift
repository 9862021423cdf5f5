import Testing

@testable import Keychain

@Suite struct KeychainTests {
  @Test func passwordThatWasSetComesBack() async throws {
    let keychain = Keychain.shared
    await #expect(throws: Keychain.Failure.notFound) {
      try await keychain.password(user: "anna", server: "example.com")
    }
    try await keychain.set("first", user: "anna", server: "example.com")
    try await keychain.set("second", user: "anna", server: "example.com")
    #expect(try await keychain.password(user: "anna", server: "example.com") == "second")
    let items: Set<Item> = [try await keychain.item(user: "anna", server: "example.com")]
    #expect(items.contains(Item(user: "anna", password: "second")))
    #expect(String(reflecting: Item.self) == "Keychain.Item")
  }
}
