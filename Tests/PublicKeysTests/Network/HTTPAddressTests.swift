import Testing

@testable import CertificateTrust

@Suite struct HTTPAddressTests {
  private func parts(_ text: String) -> [String]? {
    HTTPAddress(text).map { [$0.host, $0.port, $0.target] }
  }

  @Test func addressesAreTakenApart() {
    #expect(parts("http://example.org") == ["example.org", "80", "/"])
    #expect(parts("HTTP://Example.org:8080") == ["Example.org", "8080", "/"])
    #expect(parts("http://a_b-c.d:/x") == ["a_b-c.d", "80", "/x"])
    #expect(parts("http://example.org/a?b#c") == ["example.org", "80", "/a?b"])
    #expect(parts("http://example.org?b/c") == ["example.org", "80", "/?b/c"])
    #expect(parts("http://example.org#/b") == ["example.org", "80", "/"])
    #expect(parts("http://[::1]:81/a") == ["[::1]", "81", "/a"])
    #expect(parts("http://192.0.2.1/") == ["192.0.2.1", "80", "/"])
  }

  /// OpenSSL would read a port in the first address and a user in the second.
  @Test func whatStandsBehindTheHostIsNoPartOfIt() {
    #expect(parts("http://a.b/x:81/y") == ["a.b", "80", "/x:81/y"])
    #expect(parts("http://a.b/ca/CN=X:Y.crl") == ["a.b", "80", "/ca/CN=X:Y.crl"])
    #expect(parts("http://a.b/u@c") == ["a.b", "80", "/u@c"])
    #expect(parts("http://a.b?u=c@d") == ["a.b", "80", "/?u=c@d"])
  }

  @Test(arguments: [
    "", "http:", "https://example.org", "file:///etc/passwd", "ldap://x", "http://a b",
    "http://a\0b", "http://a\r\nb", "http://", "http:///a", "http://?a", "http://#a",
    "http://:80/", "http://u@/", "http://u@a.b/", "http://u:p@a.b/", "http://a.b:80@c.d/",
    "http://[]/", "http://[::1", "http://[::1]a/", "http://[a.b]/", "http://::1/",
    "http://a%2fb/", "http://a\\b/",
    "http://a.b:0/", "http://a.b:+80/", "http://a.b:080/", "http://a.b:65536/", "http://a.b:x/",
    "http://a.b:80:81/", "http://m\u{FC}ller.example/", " http://a.b",
  ])
  func othersAreNone(text: String) {
    #expect(HTTPAddress(text) == nil)
  }
}
