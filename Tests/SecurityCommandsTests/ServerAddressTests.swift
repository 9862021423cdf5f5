import Testing

@testable import SecurityCommands

/// Addresses whose parts are passed as arguments to another program.
@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("https://www.example.org", "www.example.org:443", "www.example.org"),
    ("HTTPS://Example.org:8443/path?a#b", "Example.org:8443", "Example.org"),
    ("https://example.org.:/", "example.org.:443", "example.org"),
    ("https://a_b.example?x", "a_b.example:443", "a_b.example"),
    ("https://127.0.0.1:9", "127.0.0.1:9", nil), ("https://[::1]", "[::1]:443", nil),
    ("https://[2001:db8::1]:8443/", "[2001:db8::1]:8443", nil),
  ]) func addressesNameServers(text: String, place: String, name: String?) {
    let address = ServerAddress(text)
    #expect(address?.place == place)
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
  ]) func otherTextIsRefused(text: String) {
    #expect(ServerAddress(text) == nil)
  }
}
