// swift-format-ignore-file: NeverForceUnwrap
import Security
import XCTest

@testable import TokenStore

final class TokenStoreTests: XCTestCase {
  private var store: TokenStore!

  override func setUpWithError() throws {
    store = TokenStore(service: "com.example.tests.\(UUID().uuidString)")
  }

  override func tearDownWithError() throws { try store.removeAll() }

  func testTokenThatWasSetComesBack() throws {
    XCTAssertNil(try store.token(for: "anna"))
    try store.set("first", for: "anna")
    try store.set("second", for: "anna")
    try store.set("träger", for: "ben")
    XCTAssertEqual(try store.token(for: "anna"), "second")
    XCTAssertEqual(store.accounts, ["anna", "ben"])
  }

  func testErrorSaysWhatTheSystemSays() {
    let error = TokenStoreError(errSecItemNotFound)
    XCTAssertEqual(
      error.localizedDescription, "The specified item could not be found in the keychain.")
  }

  func testKeyIsFoundAgain() throws {
    let tag = "com.example.tests.\(UUID().uuidString)"
    defer {
      SecItemDelete(
        [kSecClass: kSecClassKey, kSecAttrApplicationTag: Data(tag.utf8)] as CFDictionary)
    }
    let identity = try DeviceIdentity(tag: tag)
    let message = Data(DeviceIdentity.challenge())
    let signature = try identity.sign(message)
    let again = try DeviceIdentity(tag: tag)
    XCTAssertTrue(
      SecKeyVerifySignature(
        again.publicKey!, .ecdsaSignatureMessageX962SHA256, message as CFData,
        signature as CFData, nil))
    let attributes = SecKeyCopyAttributes(again.privateKey) as! [CFString: Any]
    XCTAssertEqual(attributes[kSecAttrKeySizeInBits] as? Int, 256)
  }
}
