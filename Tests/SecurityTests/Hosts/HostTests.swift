import Foundation
import Security
import Testing

/// Tests `kSecMatchHostOrSubdomainOfHost` (specification: secitem 8; compatibility: D11).
@Suite("Host or subdomain") struct HostTests {
  static let servers = [
    "example.com", "www.example.com", "a.b.example.com", "example.com.", "Example.com",
    "notexample.com", "example.comx", "com", ".example.com", "a..example.com", "", ".", "example",
    "localhost", "[::1]", "1.2.3.4", "bücher.example", "x.bücher.example", "a.example.com:443",
  ]

  private func keychain() throws -> TestKeychain {
    let keychain = try TestKeychain()
    for server in Self.servers { #expect(keychain.add(.internet(server)).status == ok) }
    return keychain
  }

  private func host(_ host: Any) -> Query { [kSecMatchHostOrSubdomainOfHost: host] }

  /// Implements the rule independently of Latchkey. A server matches if the server equals the host, or ends with a dot
  /// and the host.
  private func expected(_ host: String) -> [String] {
    Self.servers.filter { server in
      Data(server.utf8) == Data(host.utf8)
        || Data(server.utf8).suffix(host.utf8.count + 1) == Data(".\(host)".utf8)
    }
  }

  @Test("A server matches if the server is the host or ends with a dot and the host, byte for byte")
  func rule() throws {
    let keychain = try keychain()
    let hosts =
      Self.servers + [
        "b.example.com", "xample.com", ".com", "EXAMPLE.COM", "com.", "..", "3.4", "none", "e.com",
        ".example", "..example.com",
      ]
    for host in hosts {
      let found = keychain.all(kSecAttrServer, .internet() + self.host(host))
      #expect(found == expected(host), "\(host)")
      let status: OSStatus = expected(host).isEmpty ? notFound : ok
      #expect(keychain.find(.internet() + self.host(host)).status == status, "\(host)")
    }
  }

  @Test("Searches by common hosts find the expected servers") func examples() throws {
    let keychain = try keychain()
    func found(_ host: String) -> [String] {
      keychain.all(kSecAttrServer, .internet() + self.host(host))
    }
    #expect(
      found("example.com") == [
        "example.com", "www.example.com", "a.b.example.com", ".example.com", "a..example.com",
      ])
    #expect(found("b.example.com") == ["a.b.example.com"])
    #expect(found("bücher.example") == ["bücher.example", "x.bücher.example"])
    // An empty host matches servers that are empty or end with a dot.
    #expect(found("") == ["example.com.", "", "."])
  }

  @Test("The rule also applies to servers and hosts that are longer than DNS allows") func long() throws {
    let keychain = try TestKeychain()
    let label = String(repeating: "x", count: 300)
    let dotted = String(repeating: "a.", count: 200) + "end"
    let servers = [label, "sub.\(label)", "\(label).com", dotted, "www.\(dotted)"]
    for server in servers { #expect(keychain.add(.internet(server)).status == ok) }
    func found(_ host: String) -> [String] {
      keychain.all(kSecAttrServer, .internet() + self.host(host))
    }
    #expect(found(label) == [label, "sub.\(label)"])
    #expect(found("com") == ["\(label).com"])
    #expect(found("end") == [dotted, "www.\(dotted)"])
    #expect(found(dotted) == [dotted, "www.\(dotted)"])
    for count in [1, 100, 125, 126, 127, 128, 150, 199] {
      let host = String(repeating: "a.", count: count) + "end"
      #expect(found(host) == [dotted, "www.\(dotted)"], "\(count)")
    }
    for length in [252, 253, 254, 255, 300] {
      let server = String(repeating: "y", count: length)
      #expect(keychain.add(.internet("z.\(server)")).status == ok)
      #expect(found(server) == ["z.\(server)"], "\(length)")
    }
  }

  @Test("A server stored as data never matches") func data() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.internet(Data("example.com".utf8))).status == ok)
    #expect(keychain.find(.internet() + host("example.com")).status == notFound)
    #expect(keychain.update(.internet(), [kSecAttrServer: "example.com"]) == ok)
    #expect(keychain.find(.internet() + host("example.com")).status == ok)
    #expect(keychain.update(.internet(), [kSecAttrServer: Data("example.com".utf8)]) == ok)
    #expect(keychain.find(.internet() + host("example.com")).status == notFound)
  }

  @Test("The limit applies only to items that match the host (D11)") func limit() throws {
    let keychain = try TestKeychain()
    for number in 0..<20 { #expect(keychain.add(.internet("other\(number).org")).status == ok) }
    for number in 0..<5 { #expect(keychain.add(.internet("\(number).example.com")).status == ok) }
    let query = Query.internet() + host("example.com") + [kSecReturnAttributes: true]
    #expect(keychain.find(query)[kSecAttrServer] as? String == "0.example.com")
    let three = keychain.find(query + [kSecMatchLimit: 3]).array as? [NSDictionary]
    #expect(
      three?.map { $0[kSecAttrServer] as? String } == [
        "0.example.com", "1.example.com", "2.example.com",
      ])
    #expect(keychain.find(query + [kSecMatchLimit: 0]).status == notFound)
  }

  @Test("A query with a host and attributes finds items that match both") func attributes() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b"] {
      for server in ["www.example.com", "example.com", "example.org"] {
        #expect(keychain.add(.internet(server, account) + [kSecAttrPort: 80]).status == ok)
      }
    }
    func count(_ attributes: Query) -> Int {
      keychain.count(.internet() + host("example.com") + attributes)
    }
    #expect(count([:]) == 4)
    #expect(count([kSecAttrAccount: "a"]) == 2)
    #expect(count([kSecAttrServer: "example.com"]) == 2)
    #expect(count([kSecAttrServer: "example.com", kSecAttrAccount: "b"]) == 1)
    #expect(count([kSecAttrServer: "example.org"]) == 0)
    #expect(count([kSecAttrPort: 80]) == 4)
    #expect(count([kSecAttrPort: 81]) == 0)
    #expect(count([kSecAttrSynchronizable: true]) == 0)
    #expect(count([kSecAttrAccessGroup: "login"]) == 0)
    let reference = keychain.reference(.internet("www.example.com", "a"))
    let named: Query = [kSecValuePersistentRef: reference]
    #expect(keychain.find(named + host("example.com")).status == ok)
    #expect(keychain.find(named + host("example.org")).status == notFound)
    let listed: Query = .internet() + [kSecMatchItemList: [reference]]
    #expect(keychain.count(listed + host("example.com")) == 1)
    #expect(keychain.count(listed + host("example.org")) == 0)
  }

  @Test("An update and a delete change only items that match the host (D4)") func changes() throws {
    let keychain = try keychain()
    let query = Query.internet() + host("example.com")
    #expect(keychain.update(query, [kSecAttrComment: "c"]) == ok)
    #expect(
      keychain.all(kSecAttrServer, .internet() + [kSecAttrComment: "c"]) == expected("example.com"))
    #expect(keychain.delete(query) == ok)
    #expect(keychain.delete(query) == notFound)
    #expect(keychain.count(.internet()) == Self.servers.count - expected("example.com").count)
  }

  @Test("A search by host stays correct after a change of server or group, a delete and an add")
  func follows() throws {
    let keychain = try TestKeychain().seen(by: ["one", "two"])
    let item = Query.internet("www.example.com").synchronizable
    let query = Query.internet().synchronizable + host("example.com")
    #expect(keychain.add(item).status == ok)
    #expect(keychain.find(query).status == ok)
    #expect(keychain.find(.internet() + host("example.com")).status == notFound)
    #expect(keychain.update(query, [kSecAttrAccessGroup: "two"]) == ok)
    #expect(keychain.find(query + [kSecAttrAccessGroup: "two"]).status == ok)
    #expect(keychain.find(query + [kSecAttrAccessGroup: "one"]).status == notFound)
    #expect(keychain.update(query, [kSecAttrServer: "www.example.org"]) == ok)
    #expect(keychain.find(query).status == notFound)
    #expect(keychain.add(item).status == ok)
    #expect(keychain.delete(item) == ok)
    #expect(keychain.find(query).status == notFound)
    #expect(keychain.find(query + [kSecAttrTombstone: 1]).status == ok)
    #expect(keychain.add(item).status == ok)
    #expect(keychain.find(query).status == ok)
  }

  @Test("A host gives -4 for other classes, and -50 if the host is not a string") func errors() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.find(.generic() + host("h")).status == unimplemented)
    #expect(keychain.update(.generic() + host("h"), [:]) == unimplemented)
    #expect(keychain.delete(.generic() + host("h")) == unimplemented)
    #expect(keychain.count(.generic()) == 1)
    for value in [5, Data("h".utf8), true, NSNull(), ["h"]] as [Any] {
      #expect(keychain.find(.internet() + host(value)).status == param)
    }
    #expect(keychain.add(.internet("h") + host("x")).status == ok, "stripped from an add (D1)")
  }
}
