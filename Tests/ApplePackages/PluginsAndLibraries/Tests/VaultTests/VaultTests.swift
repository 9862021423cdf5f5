import Vault
import XCTest

final class VaultTests: XCTestCase {
  /// The process loads the library and the tests as two files. Both files use the same `SecKey` type.
  func testKeyOfTheLibraryOpensWhatItSealed() throws {
    let sealed = try XCTUnwrap(Vault.seal(Data("geheim".utf8)))
    let key: SecKey = try XCTUnwrap(Vault.key())
    let opened = SecKeyCreateDecryptedData(
      key, .eciesEncryptionCofactorX963SHA256AESGCM, sealed as CFData, nil)
    XCTAssertEqual(opened as Data?, Data("geheim".utf8))
    XCTAssertEqual(vaultTag, "com.example.vault")
  }
}
