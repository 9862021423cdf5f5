import Foundation
import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import KeyFormats

@Suite struct PKCS7Tests {
  private func file(_ name: String) throws -> [UInt8] {
    let folder = try #require(
      Bundle.module.url(forResource: "pkcs7", withExtension: nil, subdirectory: "Vectors"))
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  @Test(arguments: [
    ("amazon-roots.der", 2), ("amazon-roots.p7b", 2), ("isrg.pem", 1), ("authenticode.der", 1),
  ])
  func theCertificatesOfASignedMessageAreRead(name: String, count: Int) throws {
    let content = try read(file(name))
    #expect(content.format == .pkcs7)
    #expect(content.type == .aggregate)
    #expect(content.items.map(\.type) == Array(repeating: .certificate, count: count))
  }

  @Test(arguments: ["enveloped.pem", "enveloped-no-content.der"])
  func aSealedMessageHasNone(name: String) throws {
    let error = #expect(throws: KeychainError.self) { try read(file(name)) }
    #expect([.decode, .unknownFormat].contains(error?.code), "\(error?.reason ?? "")")
  }

  @Test func whatIsWrittenIsReadHereAndByOpenSSL() throws {
    let certificates = try read(file("amazon-roots.der")).items
    let written = try ExternalItemWriter(.pkcs7, isPEM: true).write(certificates)
    #expect(try read(written).items.count == 2)
    let openssl = try OpenSSLCommand()
    let path = try openssl.file("file.p7b", written)
    let text = try #require(try openssl.run(["pkcs7", "-in", path, "-print_certs"]))
    #expect(try read(text).items.count == 2)
    let key = ExternalItem.key(.asymmetric(try AsymmetricKey.generate(on: .p256)))
    let error = #expect(throws: KeychainError.self) {
      try ExternalItemWriter(.pkcs7, isPEM: true).write([key])
    }
    #expect(error?.code == .unsupportedFormat)
  }

  @Test func malformedMessagesAreErrors() throws {
    let whole = try file("amazon-roots.der")
    for count in 1..<whole.count {
      #expect(throws: KeychainError.self, "\(count) bytes") { try read(Array(whole.prefix(count))) }
    }
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 0xFF
      _ = try? read(bytes)
    }
  }
}
