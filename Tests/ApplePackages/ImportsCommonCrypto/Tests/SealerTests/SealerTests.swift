import CommonCrypto
import XCTest

@testable import Sealer

final class SealerTests: XCTestCase {
  func testWhatWasSealedOpens() throws {
    let sealer = try Sealer(password: "correct horse", salt: Data("salt".utf8))
    let sealed = try sealer.seal(Data("battery staple".utf8))
    XCTAssertEqual(try sealer.open(sealed), Data("battery staple".utf8))
    var changed = sealed
    changed[20] ^= 1
    XCTAssertThrowsError(try sealer.open(changed)) {
      XCTAssertEqual(
        $0 as? Sealer.Failure, Sealer.Failure(status: CCCryptorStatus(kCCDecodeError)))
    }
  }

  func testDigestsAreThoseOfTheStandards() {
    XCTAssertEqual(
      Sealer.digest(of: "abc"),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    XCTAssertEqual(Sealer.fingerprint(of: "abc"), "a9993e364706816aba3e25717850c26c9cd0d89d")
  }
}
