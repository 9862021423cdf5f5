import Foundation
import LockTestSupport
import Security
import Testing

/// Checks the tables of attributes (specification: secitem 2.3, 2.4). Each row states whether an add and an update
/// store an attribute, and whether the results of an add and of a search contain the attribute.
@Suite("The tables of attributes") struct AttributeTableTests {
  struct Row {
    let key: String
    let value: Any
    let other: Any
    /// Whether an add stores the value.
    var storedByAdd = true
    /// Whether an update stores the value.
    var storedByUpdate = true
    var returnedByAdd = true
    var returnedBySearch = true
    var filters = true

    init(_ key: String, _ value: Any, _ other: Any) {
      self.key = key
      self.value = value
      self.other = other
    }

    func with(_ change: (inout Row) -> Void) -> Row {
      var row = self
      change(&row)
      return row
    }
  }

  static func passwords() -> [Row] {
    [
      Row("desc", "a", "b"), Row("icmt", "a", "b"), Row("crtr", 1, 2), Row("type", 1, 2),
      Row("scrp", 1, 2), Row("labl", "a", "b"), Row("alis", "a", "b"), Row("invi", 1, 0),
      Row("nega", 1, 0), Row("cusi", 1, 0), Row("prot", "a", "b"), Row("acct", "a", "b"),
    ] + common()
  }

  static func common() -> [Row] {
    [
      Row("agrp", "app", "login"), Row("pdmn", "ck", "dk"), Row("sync", 1, 0),
      Row("vwht", "a", "b"),
      Row("cdat", Date(timeIntervalSinceReferenceDate: 5), Date.distantPast).with {
        $0.storedByAdd = false
      },
      Row("mdat", Date(timeIntervalSinceReferenceDate: 5), Date.distantPast).with {
        $0.storedByAdd = false
        $0.storedByUpdate = false
      },
      Row("sha1", Data(count: 20), Data(repeating: 1, count: 20)).with {
        $0.storedByAdd = false
        $0.storedByUpdate = false
      },
      Row("musr", Data(count: 16), Data(repeating: 1, count: 16)).with {
        $0.storedByAdd = false
        $0.storedByUpdate = false
        $0.returnedByAdd = false
      },
      Row("UUID", "a", "b").with {
        $0.returnedByAdd = false
        $0.returnedBySearch = false
      },
      Row("sysb", 1, 2), Row("pcss", 1, 2), Row("pcsk", Data([1]), Data([2])),
      Row("pcsi", Data([1]), Data([2])),
    ]
  }

  static func generic() -> [Row] { passwords() + [Row("svce", "a", "b"), Row("gena", "a", "b")] }

  static func keys() -> [Row] {
    let flags = [
      "perm", "priv", "modi", "sens", "asen", "extr", "next", "encr", "decr", "drve", "sign",
      "vrfy", "snrc", "vyrc", "wrap", "unwp",
    ].map { Row($0, 1, 0) }
    let numbers = ["kcls", "crtr", "type", "bsiz", "esiz"].map { Row($0, 1, 2) }
    let dates = ["sdat", "edat"].map {
      Row($0, Date(timeIntervalSinceReferenceDate: 5), Date.distantPast)
    }
    return common() + flags + numbers + dates + [
      Row("labl", "a", "b"), Row("alis", "a", "b"), Row("klbl", Data([1]), Data([2])),
      Row("atag", "a", "b"),
    ]
  }

  static func certificates() -> [Row] {
    common() + [
      Row("ctyp", 1, 2), Row("cenc", 1, 3), Row("labl", "a", "b"), Row("alis", "a", "b"),
      Row("subj", Data([1]), Data([2])), Row("issr", Data([1]), Data([2])),
      Row("slnr", Data([1]), Data([2])), Row("skid", Data([1]), Data([2])),
      Row("pkhh", Data([1]), Data([2])),
    ]
  }

  static func internet() -> [Row] {
    passwords() + [
      Row("sdmn", "a", "b"), Row("srvr", "a", "b"), Row("ptcl", "http", "ftp "),
      Row("atyp", "dflt", "http"), Row("port", 80, 443), Row("path", "a", "b"),
    ]
  }

  static let entitlements: Set = [
    "com.apple.private.keychain.sysbound", "com.apple.private.ckks.plaintextfields",
  ]

  @Test("The attributes of a generic password behave as the table states") func genericPassword() throws {
    for row in Self.generic() { try check(row, .generic()) }
  }

  @Test("The attributes of an internet password behave as the table states") func internetPassword() throws {
    for row in Self.internet() { try check(row, .internet()) }
  }

  @Test("The attributes of a certificate behave as the table states") func certificate() throws {
    for row in Self.certificates() { try check(row, .certificates) }
  }

  @Test("The attributes of a key behave as the table states") func key() throws {
    for row in Self.keys() { try check(row, .key()) }
  }

  private func check(_ row: Row, _ base: Query) throws {
    let keychain = try TestKeychain().entitled(to: Self.entitlements)
    let given: Query = [row.key: row.value]
    let other: Query = [row.key: row.other]
    let base = base.any

    let added = keychain.add(base + given + [kSecReturnAttributes: true])
    #expect(added.status == ok, "\(row.key)")
    #expect((added.dictionary[row.key] != nil) == row.returnedByAdd, "\(row.key)")
    // `base` contains `kSecAttrSynchronizable` already. In the row of `sync`, the row's value replaces the value in
    // `base`.
    let stored = keychain.attributes(base)
    #expect((stored[row.key] != nil) == row.returnedBySearch, "\(row.key)")
    let isStored = keychain.find(base + given).status == ok
    #expect(isStored == row.storedByAdd, "\(row.key)")
    #expect(keychain.find(base + other).status == notFound, "\(row.key)")

    #expect(keychain.update(base, other) == ok, "\(row.key)")
    #expect((keychain.find(base + other).status == ok) == row.storedByUpdate, "\(row.key)")
    if row.storedByUpdate {
      #expect(keychain.find(base + given).status == notFound, "\(row.key)")
    }
    if row.returnedBySearch, row.storedByUpdate {
      let found = keychain.attributes(base)[row.key] as? NSObject
      #expect(found == row.other as? NSObject, "\(row.key)")
    }
    // The item no longer has the first value, so an update and a delete by this value find nothing.
    if row.storedByUpdate {
      #expect(keychain.update(base + given, [:]) == notFound, "\(row.key)")
      #expect(keychain.delete(base + given) == notFound, "\(row.key)")
    }
    #expect(keychain.delete(base) == notFound || row.key != "agrp", "\(row.key)")
  }

  @Test("An add with only a class stores the defaults of the other attributes") func defaults() throws {
    let clock = TestKeychainClock()
    let keychain = try TestKeychain(clock: clock)
    #expect(keychain.add(.generic()).status == ok)
    let generic = keychain.attributes(.generic())
    #expect(
      Set(generic.allKeys.compactMap { $0 as? String }) == [
        "acct", "svce", "agrp", "pdmn", "sync", "tomb", "cdat", "mdat", "sha1", "musr", "accc",
      ])
    #expect(generic["acct"] as? String == "")
    #expect(generic["svce"] as? String == "")
    #expect(generic["agrp"] as? String == "app")
    #expect(generic["pdmn"] as? String == "ak")
    #expect(generic["sync"] as? Int == 0)
    #expect(generic["tomb"] as? Int == 0)
    #expect(generic["cdat"] as? Date == clock.date)
    #expect(generic["mdat"] as? Date == clock.date)
    #expect((generic["sha1"] as? Data)?.count == 20)
    #expect(generic["musr"] as? Data == Data())

    #expect(keychain.add(.internet()).status == ok)
    let internet = keychain.attributes(.internet())
    #expect(
      Set(internet.allKeys.compactMap { $0 as? String }) == [
        "acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path", "agrp", "pdmn", "sync", "tomb",
        "cdat", "mdat", "sha1", "musr", "accc",
      ])
    for key in ["acct", "sdmn", "srvr", "atyp", "path"] {
      #expect(internet[key] as? String == "", "\(key)")
    }
    #expect(internet["ptcl"] as? Int == 0)
    #expect(internet["port"] as? Int == 0)

    #expect(keychain.add(.key()).status == ok)
    let key = keychain.attributes(.key())
    #expect(
      Set(key.allKeys.compactMap { $0 as? String }) == [
        "kcls", "klbl", "atag", "crtr", "type", "bsiz", "esiz", "sdat", "edat", "agrp", "pdmn",
        "sync", "tomb", "cdat", "mdat", "sha1", "musr", "accc",
      ])
    for name in ["kcls", "crtr", "type", "bsiz", "esiz"] {
      #expect(key[name] as? Int == 0, "\(name)")
    }
    #expect(key["klbl"] as? Data == Data())
    #expect(key["atag"] as? String == "")
    for name in ["sdat", "edat"] {
      #expect(key[name] as? Date == Date(timeIntervalSinceReferenceDate: 0), "\(name)")
    }
    #expect(key["pdmn"] as? String == "ak")
  }

  @Test("The attribute sha1 changes with the secret, and a search by sha1 finds the item") func digest() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s").secret("one")).status == ok)
    let first = try #require(keychain.attributes(.generic())["sha1"] as? Data)
    #expect(keychain.find(.generic() + ["sha1": first]).status == ok)
    #expect(keychain.update(.generic(), [kSecValueData: Data("two".utf8)]) == ok)
    #expect(keychain.attributes(.generic())["sha1"] as? Data != first)
    #expect(keychain.find(.generic() + ["sha1": first]).status == notFound)
  }

  @Test("An add with an attribute for Apple's own programs needs an entitlement") func entitlementGates() throws {
    let keychain = try TestKeychain()
    for (key, value) in [("sysb", 1), ("pcss", 1), ("pcsk", 1), ("pcsi", 1), ("dspk", 1)] {
      #expect(keychain.add(.generic("s") + [key: value]).status == entitlement, "\(key)")
      #expect(keychain.find(.generic("s") + [key: value]).status == notFound, "\(key)")
    }
    #expect(keychain.add(.generic("s")).status == ok)
    for key in ["pcss", "pcsk", "pcsi"] {
      #expect(keychain.update(.generic("s"), [key: 1]) == entitlement, "\(key)")
    }
    // An update checks the entitlement for `sysb` only in the query, not in the new values (specification: surprise
    // S83).
    #expect(keychain.update(.generic("s"), ["sysb": 1]) == ok)
    #expect(keychain.update(.generic("s") + ["sysb": 1], [:]) == entitlement)
    #expect(keychain.update(.generic("s") + ["dspk": 1], [:]) == entitlement)
  }

  @Test("An attribute that has a constant but belongs to no class gives -25303") func unknownAttributes() throws {
    let keychain = try TestKeychain()
    for key in ["volm", "addr", "afps", "crlt", "crle"] {
      #expect(keychain.add(.generic("s") + [key: "x"]).status == noAttribute, "\(key)")
      #expect(keychain.find(.internet("s") + [key: "x"]).status == noAttribute, "\(key)")
    }
  }

  @Test("A call with a token ID finds and stores nothing, because no token is present") func tokens() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let token: Query = [kSecAttrTokenID: "com.example.token"]
    #expect(keychain.add(.generic("t") + token).status == notFound)
    #expect(keychain.find(.generic() + token).status == notFound)
    #expect(keychain.update(.generic() + token, [:]) == notFound)
    #expect(keychain.update(.generic(), token) == notFound)
    #expect(keychain.delete(.generic() + token) == notFound)
  }

  @Test("A missing view hint equals an empty hint in searches and in the uniqueness key")
  func absentHint() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.generic("s") + ["vwht": ""]).status == duplicate)
    #expect(keychain.find(.generic("s") + ["vwht": ""]).status == ok)
    #expect(keychain.find(.generic("s") + ["vwht": "v"]).status == notFound)
    #expect(keychain.add(.generic("s") + ["vwht": "v"]).status == ok)
    #expect(keychain.all("vwht", .generic("s") + ["vwht": "v"]) == ["v"])
    #expect(keychain.count(.generic("s") + ["vwht": ""]) == 1)
    #expect(keychain.count(.generic("s")) == 2)
  }
}
