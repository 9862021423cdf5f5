import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust

/// Tests of the names for which a leaf is valid (specification: keys-and-certificates 4.6).
@Suite struct LeafNameTests {
  @Test(arguments: [
    ("www.example.org", ["www.example.org"], true), ("WWW.Example.ORG.", ["www.example.org"], true),
    ("www.example.org", ["example.org"], false), ("example.org", ["www.example.org"], false),
    ("www.example.org", ["*.example.org"], true), ("example.org", ["*.example.org"], false),
    ("a.b.example.org", ["*.example.org"], false), ("example.org", ["*.org"], false),
    ("www.example.org", ["w*.example.org"], false), ("www.example.org", ["www.*.org"], false),
    ("www.example.org", [], false), ("", [""], false), ("www..org", ["www..org"], false),
    ("127.0.0.1", ["127.0.0.1"], false), ("127.0.0.1.", ["127.0.0.1"], false),
    ("127.0.0.1.", ["*.0.0.1"], false), ("www.example.org", ["www.example.org."], false),
    ("www.example.org..", ["www.example.org"], false), (".", ["."], false),
    ("*.example.org", ["*.example.org"], false), ("\u{212A}.example.org", ["k.example.org"], false),
  ])
  func hostNamesAreCompared(host: String, names: [String], isFor: Bool) {
    #expect(HostMatch.isFor(host, names: names, addresses: []) == isFor)
  }

  @Test func addressesAreComparedAsAddresses() {
    #expect(HostMatch.isFor("127.0.0.1", names: [], addresses: [[127, 0, 0, 1]]))
    #expect(HostMatch.isFor("127.0.0.1.", names: [], addresses: [[127, 0, 0, 1]]))
    #expect(!HostMatch.isFor("127.0.0.2", names: [], addresses: [[127, 0, 0, 1]]))
    let local = [UInt8](repeating: 0, count: 15) + [1]
    #expect(HostMatch.isFor("::1", names: [], addresses: [local]))
    #expect(HostMatch.isFor("0:0:0:0:0:0:0:1", names: [], addresses: [local]))
  }

  @Test func theCommonNameIsNoHostName() throws {
    let found = try TestChain.failures(TestChain.server) {
      $0.leaf.subject = CertificateForge.commonName("www.example.org")
      $0.leaf.extensions = nil
    }
    #expect(found == [TrustFailure(.hostname, at: 0)])
  }

  @Test func addressesOfMailAreComparedWithoutCase() throws {
    let policy = TrustPolicy.mail(address: "Anna@Example.org")
    #expect(
      try TestChain.failures(policy) {
        $0.leaf.extensions = [CertificateForge.alternativeNames([(.implicit1, "anna@example.org")])]
      }.isEmpty)
    #expect(try TestChain.failures(policy).map(\.check) == [.email])
  }
}
