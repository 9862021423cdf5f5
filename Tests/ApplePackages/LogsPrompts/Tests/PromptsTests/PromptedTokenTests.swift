import Security
import XCTest

@testable import Prompts

final class PromptedTokenTests: XCTestCase {
  func testTokenComesBack() {
    let token = PromptedToken(service: "com.example.prompts")
    XCTAssertEqual(token.store("geheim"), errSecSuccess)
    XCTAssertEqual(token.read(), "geheim")
  }
}
