import Testing

@testable import CertificateTrust

@Suite struct HTTPAddressTests {
  private func parts(_ text: String) -> [String]? {
    HTTPAddress(text).map { [$0.bracketedHost, "\($0.port)", $0.target] }
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

  /// OpenSSL would find a port in the path of the first address, and a user name in the path of the third address.
  /// `HTTPAddress` keeps both in the path.
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

  // The next tests parse HTTPS addresses, because parts of an HTTPS address become arguments of the `openssl` command.

  @Test(arguments: [
    ("https://www.example.org", "www.example.org:443", "www.example.org"),
    ("HTTPS://Example.org:8443/path?a#b", "Example.org:8443", "Example.org"),
    ("https://example.org.:/", "example.org.:443", "example.org"),
    ("https://a_b.example?x", "a_b.example:443", "a_b.example"),
    ("https://127.0.0.1:9", "127.0.0.1:9", nil), ("https://[::1]", "[::1]:443", nil),
    ("https://[2001:db8::1]:8443/", "[2001:db8::1]:8443", nil),
  ]) func addressesNameServers(text: String, place: String, name: String?) {
    let address = HTTPAddress(text, .https)
    #expect(address?.hostAndPort == place)
    #expect(address?.serverName == name)
  }

  @Test(arguments: [
    "", "www.example.org", "http://www.example.org", "ftp://x", "https://", "https:///x",
    "https://:443", "https://-connect", "https://-x.example:1", "https://.example",
    "https://user@example.org", "https://user:pw@example.org", "https://a b", "https://a\tb",
    "https://a\nb", "https://a;b", "https://a$(b)", "https://a%20b", "https://bücher.example",
    "https://a:0", "https://a:65536", "https://a:-1", "https://a:+1", "https://a:1:2",
    "https://a:https", "https://[::1", "https://[::1]x", "https://[-connect]",
    "https://[fe80::1%eth0]", "https://[127.0.0.1]", "https://::1", "https://[a]",
    "https://\(String(repeating: "a", count: 255))", "https://a\0b", "https://*.example",
  ]) func otherServersAreNone(text: String) {
    #expect(HTTPAddress(text, .https) == nil)
  }
}
