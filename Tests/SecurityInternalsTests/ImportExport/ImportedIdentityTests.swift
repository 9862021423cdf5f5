import Foundation
import KeyFormats
import ServiceTestSupport
import TestSupport
import Testing

@testable import Security

/// The result of SecPKCS12Import for an identity (specification: keys-and-certificates 5.1).
@Suite struct ImportedIdentityTests {
  @Test("If the chain is not evaluated, an imported identity has only its own certificate")
  func chainsTakeTheirTime() throws {
    let folder = try TemporaryDirectory()
    let keychain = ServedKeychain(home: folder.path)
    let bytes = try SourceTree.bytes("Tests/SecurityTests/ImportExport/Vectors/chain.p12")
    let content = try Array("geheim".utf8).withUnsafeBufferPointer {
      try PKCS12Reader.read(bytes, password: $0)
    }
    let certificates = content.certificates.map(SecCertificate.init)
    let pair = try #require(content.pairs.first)
    for isEvaluated in [true, false] {
      let item = keychain.perform(as: .withoutEntitlements) {
        ImportedIdentity(pair, certificates, isEvaluated: isEvaluated).dictionary
      }
      let chain = try #require(item.object(forKey: kSecImportItemCertChain) as? [SecCertificate])
      #expect(chain.count == (isEvaluated ? 3 : 1))
      #expect(chain.first.flatMap(SecCertificateCopySubjectSummary) as String? == "Leaf")
      let trust = try #require(item.object(forKey: kSecImportItemTrust) as? SecTrust)
      keychain.perform(as: .withoutEntitlements) {
        _ = SecTrustEvaluateWithError(trust, nil)
        #expect((SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.count == 3)
      }
    }
  }
}
