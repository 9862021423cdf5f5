import Foundation
import Security
import Testing

/// Tests the `kSecMatch…` keys for certificates (specification: secitem 8; compatibility: D4, D5, D10, D11). Most tests
/// search for certificates and for identities.
@Suite("Filters on certificates") struct CertificateFilterTests {
  private let keychain: TestKeychain

  init() throws { keychain = try TestKeychain() }

  /// Adds identities with the labels "c0", "c1" and so on. A search for certificates and a search for identities then
  /// return the same labels.
  private func fill(_ changes: [(inout MadeCertificate) -> Void]) throws {
    for (number, change) in changes.enumerated() {
      let identity = try SecIdentity.made("c\(number)", serial: number + 1, change)
      #expect(
        keychain.add([kSecValueRef: identity, kSecAttrLabel: "c\(number)"]).status == ok)
    }
  }

  /// Returns the labels of the certificates that match a filter. Checks that a search for identities returns the same
  /// labels.
  private func labels(_ filter: Query) -> [String] {
    let certificates = keychain.all(kSecAttrLabel, .certificates + filter)
    #expect(keychain.all(kSecAttrLabel, .identities + filter) == certificates, "\(filter)")
    // A search that requests no result succeeds if and only if a certificate matches.
    #expect(
      (keychain.find(.certificates + filter).status == ok) == !certificates.isEmpty, "\(filter)")
    return certificates
  }

  // MARK: Subject

  @Test("A subject filter compares the whole, the start, the end or a part of each text") func subject() throws {
    try fill([
      { $0.subject = [.commonName("Alice Smith"), .organization("Example")] },
      { $0.subject = [.organization("Alice"), .printable(3, "Bob")] },
    ])
    for (filter, expected): (Query, [String]) in [
      ([kSecMatchSubjectWholeString: "Alice"], ["c1"]),
      ([kSecMatchSubjectWholeString: "Alice Smith"], ["c0"]),
      ([kSecMatchSubjectWholeString: "Example"], ["c0"]),
      ([kSecMatchSubjectStartsWith: "Alice"], ["c0", "c1"]),
      ([kSecMatchSubjectStartsWith: "Smith"], []),
      ([kSecMatchSubjectEndsWith: "Smith"], ["c0"]), ([kSecMatchSubjectEndsWith: "Alice"], ["c1"]),
      ([kSecMatchSubjectContains: "ice"], ["c0", "c1"]), ([kSecMatchSubjectContains: "ob"], ["c1"]),
      ([kSecMatchSubjectContains: ""], ["c0", "c1"]), ([kSecMatchSubjectContains: "alice"], []),
      ([kSecMatchSubjectContains: "Alice Smith and others"], []),
      // One text of the subject can match the first condition, and another text the second condition.
      ([kSecMatchSubjectStartsWith: "Alice", kSecMatchSubjectWholeString: "Example"], ["c0"]),
    ] {
      #expect(labels(filter) == expected, "\(filter)")
    }
  }

  @Test("A subject filter distinguishes case, diacritics and width by default") func comparison() throws {
    try fill([
      { $0.subject = [.commonName("Zoë Müller")] }, { $0.subject = [.commonName("zoe muller")] },
      { $0.subject = [.commonName("Ｚｏｅ")] },
    ])
    for (options, expected): (Query, [String]) in [
      ([:], []), ([kSecMatchCaseInsensitive: true], ["c1"]),
      ([kSecMatchCaseInsensitive: false, kSecMatchDiacriticInsensitive: true], ["c0"]),
      ([kSecMatchWidthInsensitive: true], ["c2"]),
      ([kSecMatchCaseInsensitive: true, kSecMatchDiacriticInsensitive: true], ["c0", "c1"]),
      (
        [
          kSecMatchCaseInsensitive: true, kSecMatchDiacriticInsensitive: true,
          kSecMatchWidthInsensitive: true,
        ], ["c0", "c1", "c2"]
      ),
    ] {
      #expect(labels([kSecMatchSubjectStartsWith: "Zoe"] + options) == expected, "\(options)")
    }
    #expect(
      labels([kSecMatchSubjectWholeString: "ZOË MÜLLER", kSecMatchCaseInsensitive: true]) == ["c0"])
  }

  @Test("A filter value of the wrong type gives -50 for certificates and identities") func wrongTypes()
    throws
  {
    for filter: Query in [
      [kSecMatchSubjectContains: 5], [kSecMatchSubjectWholeString: Data()],
      [kSecMatchCaseInsensitive: "x"], [kSecMatchValidOnDate: "now"], [kSecMatchTrustedOnly: 1],
      [kSecMatchEmailAddressIfPresent: 5], [kSecMatchPolicy: "x"],
    ] {
      for base: Query in [.certificates, .identities] {
        #expect(keychain.find(base + filter).status == param, "\(filter)")
        #expect(keychain.update(base + filter, [:]) == param, "\(filter)")
        #expect(keychain.delete(base + filter) == param, "\(filter)")
      }
    }
  }

  // MARK: Dates

  @Test("A validity period includes both ends. Null is the current date. Equal ends are never valid.") func validity()
    throws
  {
    try fill([
      { ($0.notBefore, $0.notAfter) = ("20200101000000Z", "20200201000000Z") },
      { ($0.notBefore, $0.notAfter) = ("20200115000000Z", "20990101000000Z") },
      { ($0.notBefore, $0.notAfter) = ("20200120000000Z", "20200120000000Z") },
    ])
    func date(_ text: String) throws -> Date {
      try #require(ISO8601DateFormatter().date(from: text))
    }
    for (text, expected) in [
      ("2019-12-31T23:59:59Z", []), ("2020-01-01T00:00:00Z", ["c0"]),
      ("2020-01-20T00:00:00Z", ["c0", "c1"]), ("2020-02-01T00:00:00Z", ["c0", "c1"]),
      ("2020-02-01T00:00:01Z", ["c1"]),
    ] {
      #expect(labels([kSecMatchValidOnDate: try date(text)]) == expected, "\(text)")
    }
    #expect(labels([kSecMatchValidOnDate: NSNull()]) == ["c1"])
  }

  // MARK: Addresses

  @Test("A filter by email address ignores case, and matches certificates without any address (D10)") func address()
    throws
  {
    try fill([
      { $0.addresses = ["Alice@example.org", "a@example.org"] },
      { $0.addresses = ["b@example.org"] },
      { _ in },
    ])
    #expect(labels([kSecMatchEmailAddressIfPresent: "alice@EXAMPLE.org"]) == ["c0", "c2"])
    #expect(labels([kSecMatchEmailAddressIfPresent: "b@example.org"]) == ["c1", "c2"])
    #expect(labels([kSecMatchEmailAddressIfPresent: "example.org"]) == ["c2"])
  }

  // MARK: Issuers

  @Test("A filter by issuer also follows the issuers among the certificates of the keychain") func issuers() throws {
    for (name, issuer, serial) in [
      ("Root", "Root", 1), ("Middle", "Root", 2), ("Leaf", "Middle", 3), ("Other", "Elsewhere", 4),
    ] {
      let certificate = try SecCertificate.made(name, issuer: issuer, serial: serial)
      #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    }
    func found(_ names: String...) -> [String] {
      let issuers = names.map { Data(MadeCertificate.name([.commonName($0)])) }
      return keychain.all(kSecAttrLabel, .certificates + [kSecMatchIssuers: issuers])
    }
    #expect(found("Middle") == ["Leaf"])
    #expect(found("Root") == ["Root", "Middle", "Leaf"])
    #expect(found("Elsewhere", "Middle") == ["Leaf", "Other"])
    #expect(found("Nobody") == [])
    // The filter compares normalized names, and ignores members of the list that are not names.
    let middle = try SecCertificate.made("x", serial: 9) { $0.issuer = [.printable(3, "a  b")] }
    #expect(keychain.add([kSecValueRef: middle]).status == ok)
    let name = Data(MadeCertificate.name([.printable(3, " A b ")]))
    #expect(
      keychain.all(kSecAttrLabel, .certificates + [kSecMatchIssuers: [name, 5, Data([1])]]) == ["x"]
    )
    for value: Any in [[Data([1])], ["x"], [] as [Any], "x"] {
      #expect(keychain.count(.certificates + [kSecMatchIssuers: value]) == 5)
    }
    // A list without a name filters nothing in a search. An update and a delete reject such a list, because the call
    // would affect every certificate.
    for value: Any in [[Data([1])], ["x"], [] as [Any], "x"] {
      #expect(keychain.delete(.certificates + [kSecMatchIssuers: value]) == param)
      #expect(keychain.delete([kSecClass: kSecClassIdentity, kSecMatchIssuers: value]) == param)
      #expect(
        keychain.update(.certificates + [kSecMatchIssuers: value], [kSecAttrLabel: "l"]) == param)
    }
    #expect(keychain.count(.certificates) == 5)
    // Without the certificate "Middle", no path leads from "Leaf" to "Root".
    #expect(keychain.delete(.certificates + [kSecAttrLabel: "Middle"]) == ok)
    #expect(found("Root") == ["Root"])
  }

  @Test("A filter by issuer ends when issuers name each other in a circle") func circle() throws {
    for (name, issuer) in [("A", "B"), ("B", "C"), ("C", "A")] {
      let certificate = try SecCertificate.made(name, issuer: issuer)
      #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    }
    let nobody = Data(MadeCertificate.name([.commonName("Nobody")]))
    #expect(keychain.count(.certificates + [kSecMatchIssuers: [nobody]]) == 0)
    let issuer = Data(MadeCertificate.name([.commonName("A")]))
    #expect(keychain.count(.certificates + [kSecMatchIssuers: [issuer]]) == 3)
  }

  @Test("The result for a certificate does not depend on the certificates that were examined before") func walks()
    throws
  {
    // A and B have issued certificates for each other. The root R has issued another certificate for A.
    for (name, issuer, serial) in [
      ("low", "A", 1), ("other", "B", 2), ("A", "B", 3), ("A", "R", 4), ("B", "A", 5),
    ] {
      let certificate = try SecCertificate.made(name, issuer: issuer, serial: serial)
      #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    }
    let root = Data(MadeCertificate.name([.commonName("R")]))
    #expect(
      keychain.all(kSecAttrLabel, .certificates + [kSecMatchIssuers: [root]])
        == ["low", "other", "A", "A", "B"])
  }

  @Test("A filter by issuer follows ten levels of issuers from each certificate") func distances() throws {
    for (name, issuer) in [("far", "1"), ("near", "5")] {
      let certificate = try SecCertificate.made(name, issuer: issuer, serial: 2)
      #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    }
    for number in 1...12 {
      let certificate = try SecCertificate.made("\(number)", issuer: "\(number + 1)")
      #expect(keychain.add([kSecValueRef: certificate]).status == ok)
    }
    let top = Data(MadeCertificate.name([.commonName("13")]))
    let found = keychain.all(kSecAttrLabel, .certificates + [kSecMatchIssuers: [top]])
    #expect(found == ["near"] + (2...12).map { "\($0)" })
  }

  // MARK: Trust

  private static var firstAuthority: SecCertificate? {
    var anchors: CFArray?
    SecTrustCopyAnchorCertificates(&anchors)
    return anchors?.firstObject as? SecCertificate
  }

  @Test("A search for trusted certificates needs a trusted anchor. The value false filters nothing.")
  func trusted() throws {
    try fill([{ _ in }])
    #expect(labels([kSecMatchTrustedOnly: true]) == [])
    #expect(labels([kSecMatchTrustedOnly: false]) == ["c0"])
  }

  @Test(
    "A search for trusted certificates finds an authority of the system",
    .enabled(if: firstAuthority != nil, "the system has no authorities"))
  func trustedAuthority() throws {
    try fill([{ _ in }])
    let authority = try #require(Self.firstAuthority)
    #expect(keychain.add([kSecValueRef: authority, kSecAttrLabel: "authority"]).status == ok)
    #expect(
      keychain.all(kSecAttrLabel, .certificates + [kSecMatchTrustedOnly: true]) == ["authority"])
  }

  @Test("A filter by policy finds certificates that are valid and satisfy the policy") func policy() throws {
    let serverAuthentication: [UInt8] = [0x2B, 6, 1, 5, 5, 7, 3, 1]
    let clientAuthentication: [UInt8] = [0x2B, 6, 1, 5, 5, 7, 3, 2]
    try fill([
      {
        $0.purposes = [serverAuthentication]
        $0.hosts = ["www.example.org"]
      },
      { $0.purposes = [clientAuthentication] },
      {
        $0.hosts = ["www.example.org"]
        $0.notAfter = "20200201000000Z"
      },
    ])
    let server = SecPolicyCreateSSL(true, "www.example.org" as NSString)
    #expect(labels([kSecMatchPolicy: server]) == ["c0"])
    let date = Date(timeIntervalSince1970: 1_579_000_000)
    #expect(labels([kSecMatchPolicy: server, kSecMatchValidOnDate: date]) == ["c0", "c2"])
    #expect(labels([kSecMatchPolicy: SecPolicyCreateSSL(false, nil)]) == ["c1"])
    // The basic X.509 policy needs a path to a trusted anchor. These certificates have no such path.
    #expect(labels([kSecMatchPolicy: SecPolicyCreateBasicX509()]) == [])
    #expect(keychain.find(.generic() + [kSecMatchPolicy: server]).status == unimplemented)
  }

  // MARK: Policies and limits

  private static var server: SecPolicy { SecPolicyCreateSSL(true, "www.example.org" as NSString) }

  /// Adds `count` identities. The identities with a number in `servers` have server certificates. The other identities
  /// have client certificates.
  private func fill(_ count: Int, servers: Set<Int>) throws {
    for number in 0..<count {
      let identity = try SecIdentity.made("c\(number)", serial: number + 1) {
        if servers.contains(number) {
          $0.hosts = ["www.example.org"]
        } else {
          $0.purposes = [[0x2B, 6, 1, 5, 5, 7, 3, 2]]
        }
      }
      #expect(keychain.add([kSecValueRef: identity, kSecAttrLabel: "c\(number)"]).status == ok)
    }
  }

  @Test("The limit applies only to certificates that satisfy the policy") func policyLimit() throws {
    try fill(70, servers: [40, 41, 69])
    let good: Query = [kSecMatchPolicy: Self.server, kSecReturnAttributes: true]
    for base: Query in [.certificates, .identities] {
      #expect(keychain.find(base + good).dictionary[kSecAttrLabel] as? String == "c40")
      for (limit, expected) in [(2, ["c40", "c41"]), (3, ["c40", "c41", "c69"]), (9, ["c40", "c41", "c69"])] {
        let found = keychain.find(base + good + [kSecMatchLimit: limit]).array
        #expect(found.map { ($0 as? [CFString: Any])?[kSecAttrLabel] as? String } == expected)
      }
    }
    #expect(labels([kSecMatchPolicy: Self.server]) == ["c40", "c41", "c69"])
  }

  @Test("With a policy, an update and a delete change all matches, or nothing if the limit is lower")
  func policyChanges() throws {
    try fill(4, servers: [1, 3])
    let good: Query = [kSecMatchPolicy: Self.server]
    for base: Query in [.certificates, .identities] {
      let limited = base + good + [kSecMatchLimit: kSecMatchLimitOne]
      #expect(keychain.update(limited, [kSecAttrLabel: "x"]) == param)
      #expect(keychain.delete(limited) == param)
      #expect(keychain.all(kSecAttrLabel, base) == ["c0", "c1", "c2", "c3"])
    }
    #expect(keychain.update(.certificates + good + [kSecMatchLimit: 2], [kSecAttrLabel: "server"]) == ok)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["c0", "server", "c2", "server"])
    #expect(keychain.update(.identities + good, [kSecAttrLabel: "both"]) == ok)
    #expect(keychain.all(kSecAttrLabel, .key()).filter { $0 == "both" }.count == 2)
    #expect(keychain.delete(.identities + good) == ok)
    #expect(keychain.delete(.identities + good) == notFound)
    #expect(keychain.update(.certificates + good, [kSecAttrLabel: "x"]) == notFound)
    #expect(keychain.all(kSecAttrLabel, .identities) == ["c0", "c2"])
    #expect(keychain.count(.key()) == 2)
  }

  @Test("A filter by policy combines with other filters, attributes and item lists") func policyAmongOthers() throws {
    try fill(4, servers: [1, 2, 3])
    let good: Query = [kSecMatchPolicy: Self.server]
    #expect(labels(good + [kSecMatchSubjectWholeString: "c2"]) == ["c2"])
    #expect(labels(good + [kSecMatchSubjectWholeString: "c0"]) == [])
    #expect(labels(good + [kSecAttrLabel: "c3"]) == ["c3"])
    for base: Query in [.certificates, .identities] {
      let references = (0..<3).map { keychain.reference(base + [kSecAttrLabel: "c\($0)"]) }
      let listed = base + good + [kSecMatchItemList: references]
      #expect(keychain.all(kSecAttrLabel, listed) == ["c1", "c2"])
      #expect(keychain.find(base + good + [kSecMatchLimit: 0]).status == notFound)
    }
  }

  // MARK: With limits, in changes

  @Test("The limit applies after the filters (D11)") func limit() throws {
    try fill([
      { $0.addresses = ["x@example.org"] }, { $0.addresses = ["y@example.org"] },
      { $0.addresses = ["y@example.org"] },
    ])
    let filter: Query = [
      kSecMatchEmailAddressIfPresent: "y@example.org", kSecReturnAttributes: true,
    ]
    for base: Query in [.certificates, .identities] {
      #expect(keychain.find(base + filter).dictionary[kSecAttrLabel] as? String == "c1")
      #expect(keychain.find(base + filter + [kSecMatchLimit: 5]).array.count == 2)
    }
  }

  @Test("An update and a delete change only the items that match the filter (D4)") func changes() throws {
    try fill([
      { $0.subject = [.commonName("Alice")] }, { $0.subject = [.commonName("Bob")] },
      { $0.subject = [.commonName("Carol")] },
    ])
    let bob: Query = [kSecMatchSubjectWholeString: "Bob"]
    #expect(keychain.update(.certificates + bob, [kSecAttrLabel: "b"]) == ok)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["c0", "b", "c2"])
    #expect(keychain.delete(.identities + [kSecMatchSubjectStartsWith: "Ca"]) == ok)
    #expect(keychain.count(.key()) == 2)
    #expect(keychain.delete(.certificates + bob) == ok)
    #expect(keychain.delete(.certificates + bob) == notFound)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["c0"])
  }

  @Test("An item whose data is not a certificate matches no filter") func otherData() throws {
    #expect(keychain.add(.certificates + [kSecValueData: Data("x".utf8)]).status == ok)
    for filter: Query in [
      [kSecMatchSubjectContains: ""], [kSecMatchValidOnDate: Date()],
      [kSecMatchEmailAddressIfPresent: "a"], [kSecMatchTrustedOnly: true],
      [kSecMatchPolicy: SecPolicyCreateBasicX509()],
    ] {
      #expect(keychain.find(.certificates + filter).status == notFound, "\(filter)")
    }
  }
}
