import Vault
import XCTest

final class VaultTests: XCTestCase {
  /// The library and the tests are two files that one process loads. Both files must use the same `SecKey` type.
  func testKeyOfTheLibraryOpensWhatItSealed() throws {
    let sealed = try XCTUnwrap(Vault.seal(Data("geheim".utf8)))
    let key: SecKey = try XCTUnwrap(Vault.key())
    let opened = SecKeyCreateDecryptedData(
      key, .eciesEncryptionCofactorX963SHA256AESGCM, sealed as CFData, nil)
    XCTAssertEqual(opened as Data?, Data("geheim".utf8))
    XCTAssertEqual(vaultTag, "com.example.vault")
  }
}
