import XCTest

@testable import Vault

final class VaultTests: XCTestCase {
  func testSecretIsKeptOnceAndNobodyIsAsked() async throws {
    let vault = Vault()
    XCTAssertFalse(vault.asks)
    try await vault.open()
    XCTAssertEqual(vault.keep(Data("geheim".utf8), for: "anna"), errSecSuccess)
    XCTAssertEqual(vault.keep(Data("geheim".utf8), for: "anna"), errSecDuplicateItem)
  }
}
