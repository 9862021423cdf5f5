import Foundation
import LockTestSupport
import Security
import Testing

/// Tests every kind of attribute with values of every type (specification: secitem 2.2). Each case states the stored
/// and returned value, or the error status.
@Suite("Conversions") struct ConversionTests {
  enum Outcome {
    case comes(Any)
    case refused(OSStatus)
  }

  struct Case {
    let attribute: CFString
    let given: Any
    let outcome: Outcome

    init(_ attribute: CFString, _ given: Any, _ outcome: Outcome) {
      self.attribute = attribute
      self.given = given
      self.outcome = outcome
    }

    var name: String { "\(attribute) = \(given) (\(type(of: given)))" }
  }

  static let bytes = Data("abc".utf8)
  static let date = Date(timeIntervalSinceReferenceDate: 1000.25)

  /// Values that no attribute accepts, with the status of the call. The only exception is `musr`, which accepts null.
  static var foreign: [(Any, OSStatus)] {
    [
      (["x"], param), (["x": "y"], param), (NSSet(object: "x"), param), (NSNull(), param),
      (NSURL(string: "a:b") as Any, param), (UUID(), param), (NSUUID(), param), (NSObject(), param),
      (0.5, decode), (Double.nan, decode), (Double.infinity, decode), (UInt64.max, decode),
      (1e30, decode), ([0.5], param), (NSDecimalNumber(string: "1.5"), decode),
    ]
  }

  static var blob: [(Any, Outcome)] {
    [
      ("abc", .comes("abc" as NSString)), ("", .comes("" as NSString)),
      ("80", .comes("80" as NSString)),
      (NSMutableString(string: "abc"), .comes("abc" as NSString)),
      (bytes, .comes(bytes as NSData)), (Data(), .comes(NSData())),
      (NSMutableData(data: bytes), .comes(bytes as NSData)),
      (5, .comes(5 as NSNumber)), (-5, .comes(-5 as NSNumber)), (3.0, .comes(3 as NSNumber)),
      (Int64.max, .comes(NSNumber(value: Int64.max))),
      (true, .refused(param)), (NSNumber(value: false), .refused(param)), (date, .refused(param)),
    ]
  }

  static var number: [(Any, Outcome)] {
    [
      (5, .comes(5 as NSNumber)), (-5, .comes(-5 as NSNumber)), (3.0, .comes(3 as NSNumber)),
      (Int8(7), .comes(7 as NSNumber)), (UInt8(200), .comes(200 as NSNumber)),
      (Int16(-7), .comes(-7 as NSNumber)), (UInt32.max, .comes(NSNumber(value: UInt32.max))),
      (Float(2), .comes(2 as NSNumber)), (Int64.min, .comes(NSNumber(value: Int64.min))),
      (NSDecimalNumber(string: "12"), .comes(12 as NSNumber)),
      (true, .comes(1 as NSNumber)), (false, .comes(0 as NSNumber)),
      (NSNumber(value: true), .comes(1 as NSNumber)),
      ("80", .comes(80 as NSNumber)), ("-1", .comes(-1 as NSNumber)), ("0", .comes(0 as NSNumber)),
      ("2147483647", .comes(2_147_483_647 as NSNumber)),
      ("2147483648", .comes("2147483648" as NSString)),
      ("080", .comes("080" as NSString)), (" 80", .comes(" 80" as NSString)),
      ("+80", .comes("+80" as NSString)), ("", .comes("" as NSString)),
      ("abc", .comes("abc" as NSString)), ("-0", .comes("-0" as NSString)),
      ("٣", .comes("٣" as NSString)),
      (bytes, .refused(param)), (date, .refused(param)),
    ]
  }

  static var string: [(Any, Outcome)] {
    [
      ("abc", .comes("abc" as NSString)), (bytes, .comes("abc" as NSString)),
      (Data("é".utf8), .comes("é" as NSString)), (Data([0xFF, 0xFE]), .refused(param)),
      (5, .refused(param)), (true, .refused(param)), (date, .refused(param)),
    ]
  }

  static var dates: [(Any, Outcome)] {
    [
      ("2001-01-01", .refused(param)), (5, .refused(param)), (bytes, .refused(param)),
      (true, .refused(param)),
    ]
  }

  static var digest: [(Any, Outcome)] {
    [
      (Data(count: 19), .refused(param)), (Data(count: 21), .refused(param)),
      ("12345678901234567890", .refused(param)), (5, .refused(param)),
    ]
  }

  static var flag: [(Any, Outcome)] {
    [
      (true, .comes(1 as NSNumber)), (false, .comes(0 as NSNumber)), (1, .comes(1 as NSNumber)),
      (0, .comes(0 as NSNumber)), ("1", .comes(1 as NSNumber)), ("0", .comes(0 as NSNumber)),
      (2, .comes(1 as NSNumber)), (-1, .comes(1 as NSNumber)),
      // The next values are neither true nor false, so Latchkey rejects these values. Apple's item layer stores the
      // item, and no search finds the item.
      ("abc", .refused(param)), ("", .refused(param)), (bytes, .refused(param)),
      (date, .refused(param)),
    ]
  }

  static var view: [(Any, Outcome)] {
    [
      (Data(count: 15), .refused(param)), (Data(count: 17), .refused(param)),
      ("x", .refused(param)),
      (5, .refused(param)),
    ]
  }

  static func cases(_ attributes: [CFString], _ values: [(Any, Outcome)]) -> [Case] {
    attributes.flatMap { attribute in
      values.map { Case(attribute, $0.0, $0.1) }
        + foreign.map { Case(attribute, $0.0, .refused($0.1)) }
    }
  }

  static func generic() -> [Case] {
    cases(
      [
        kSecAttrDescription, kSecAttrComment, kSecAttrLabel, "alis", "prot", kSecAttrAccount,
        kSecAttrService, kSecAttrGeneric,
      ], blob)
      + cases(
        [
          kSecAttrCreator, kSecAttrType, "scrp", kSecAttrIsInvisible, kSecAttrIsNegative, "cusi",
        ], number)
      + cases(["vwht"], string)
      + cases([kSecAttrSynchronizable], flag)
      + cases([kSecAttrCreationDate, kSecAttrModificationDate], dates)
      + cases(["sha1"], digest)
      + cases(["musr"], view).filter { !($0.given is NSNull) }
  }

  static func internet() -> [Case] {
    cases(
      [
        kSecAttrAccount, kSecAttrSecurityDomain, kSecAttrServer, kSecAttrPath,
        kSecAttrAuthenticationType,
      ], blob)
      + cases([kSecAttrPort, kSecAttrProtocol], number)
  }

  static var data: [(Any, Outcome)] {
    [
      (bytes, .comes(bytes as NSData)), (Data(), .comes(NSData())),
      ("abc", .comes(bytes as NSData)), (258, .comes(Data([2, 1, 0, 0]) as NSData)),
      (true, .refused(param)), (date, .refused(param)),
    ]
  }

  static func keys() -> [Case] {
    cases([kSecAttrApplicationTag, kSecAttrLabel, "alis"], blob)
      + cases(
        [
          kSecAttrKeyClass, kSecAttrKeyType, kSecAttrKeySizeInBits, kSecAttrEffectiveKeySize,
          kSecAttrIsPermanent, kSecAttrCanSign,
        ], number)
      + cases([kSecAttrApplicationLabel], data)
      + cases(["sdat", "edat"], dates + [(date, .comes(date as NSDate))])
  }

  @Test("A generic password converts or rejects each value as the case states") func genericPasswords() throws {
    try check(.generic(), Self.generic())
  }

  @Test("An internet password converts or rejects each value as the case states") func internetPasswords() throws {
    try check(.internet(), Self.internet())
  }

  @Test("A key converts or rejects each value as the case states") func keyItems() throws {
    try check(.key(), Self.keys(), marker: "crtr", 7)
  }

  /// Adds an item with the value of each case, and finds the item by the value. Then adds another item, and gives this
  /// item the value with an update.
  ///
  /// - Parameter marker: An attribute by which the update finds the other item.
  private func check(
    _ base: Query, _ cases: [Case], marker: CFString = kSecAttrComment, _ value: Any = "other"
  ) throws {
    let keychain = try TestKeychain()
    for test in cases {
      defer { _ = keychain.delete(base.any) }
      let entries: Query = [test.attribute: test.given]
      let added = keychain.add(base + entries + [kSecReturnAttributes: true])
      switch test.outcome {
      case .comes(let expected):
        #expect(added.status == ok, "add \(test.name)")
        #expect(isSame(added[test.attribute], expected), "add returns \(test.name)")
        let found = keychain.find(base + entries + [kSecReturnAttributes: true])
        #expect(found.status == ok, "find \(test.name)")
        #expect(isSame(found[test.attribute], expected), "find returns \(test.name)")
        let other: Query = [marker: value]
        if test.attribute != marker {
          #expect(keychain.delete(base.any) == ok)
          #expect(keychain.add(base + other).status == ok)
          #expect(keychain.update(base + other, entries) == ok, "update to \(test.name)")
          let updated = keychain.find(base + entries + [kSecReturnAttributes: true])
          #expect(isSame(updated[test.attribute], expected), "after the update \(test.name)")
        }
      case .refused(let status):
        #expect(added.status == status, "add \(test.name)")
        #expect(keychain.find(base + entries).status == status, "find \(test.name)")
        #expect(keychain.delete(base + entries) == status, "delete \(test.name)")
        // An update ignores `musr`, whatever its value is.
        guard test.attribute != "musr" else { continue }
        #expect(keychain.add(base).status == ok)
        #expect(keychain.update(base, entries) == status, "update to \(test.name)")
      }
    }
  }

  /// Returns whether the values are equal and have the same type.
  private func isSame(_ found: Any?, _ expected: Any) -> Bool {
    guard let found = found as? NSObject, let expected = expected as? NSObject else { return false }
    return found == expected && (found is NSString) == (expected is NSString)
      && (found is NSData) == (expected is NSData)
      && (found is NSNumber) == (expected is NSNumber)
  }

  @Test("A search by a date finds only items with exactly the same date") func datesCompare() throws {
    let clock = TestKeychainClock(1000.25)
    let keychain = try TestKeychain(clock: clock)
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.find(.generic() + [kSecAttrCreationDate: Self.date]).status == ok)
    #expect(
      keychain.find(.generic() + [kSecAttrCreationDate: Self.date.addingTimeInterval(1e-9)]).status
        == notFound)
  }

  @Test("A number that fits into 32 bits is returned as a 32-bit number (D25)") func numberTypes() throws {
    let keychain = try TestKeychain()
    for value in [NSNumber(value: Int8(4)), NSNumber(value: Int64(4)), NSNumber(value: 4.0)] {
      defer { _ = keychain.delete(.internet()) }
      #expect(keychain.add(.internet() + [kSecAttrPort: value]).status == ok)
      let port = try #require(keychain.attributes(.internet()).object(forKey: "port") as? NSNumber)
      #expect(String(cString: port.objCType) == "i")
    }
  }

  @Test("A Boolean is returned as an integer number that converts to Int and Bool (D24)")
  func booleans() throws {
    let keychain = try TestKeychain()
    #expect(
      keychain.add(.generic("s") + [kSecAttrIsInvisible: true, kSecAttrIsNegative: false]).status
        == ok)
    let found = keychain.attributes(.generic()) as? [String: Any] ?? [:]
    #expect(found["invi"] as? Int == 1)
    #expect(found["invi"] as? Bool == true)
    #expect(found["nega"] as? Int == 0)
    #expect(found["nega"] as? Bool == false)
    #expect(found["sync"] as? Int == 0)
  }

  @Test("A search finds a port by a number of any type, and by a string with the same number")
  func ports() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.internet("h") + [kSecAttrPort: NSNumber(value: Int16(443))]).status == ok)
    let spellings: [Any] = [
      443, Int16(443), Int32(443), UInt16(443), 443.0, NSNumber(value: 443), "443",
      // A search and an add also convert these strings to the number 443.
      "0443", " 443", "+443",
    ]
    for port in spellings {
      #expect(keychain.find(.internet() + [kSecAttrPort: port]).status == ok, "\(port)")
      #expect(keychain.add(.internet("h") + [kSecAttrPort: port]).status == duplicate, "\(port)")
    }
    for port in ["", "https", "443x", 444] as [Any] {
      #expect(keychain.find(.internet() + [kSecAttrPort: port]).status == notFound, "\(port)")
    }
  }

  @Test("A number in a binary attribute equals its four little-endian bytes") func numbersInBlobs() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + [kSecAttrAccount: 258]).status == ok)
    #expect(
      keychain.add(.generic("s") + [kSecAttrAccount: Data([2, 1, 0, 0])]).status == duplicate)
    #expect(keychain.find(.generic() + [kSecAttrAccount: "\u{2}\u{1}\0\0"]).status == ok)
    #expect(keychain.find(.generic() + [kSecAttrAccount: "258"]).status == notFound)
    #expect(keychain.find(.generic() + [kSecAttrAccount: 258 + (1 << 32)]).status == ok)
  }

  @Test("The attribute musr is always empty, and a search matches only empty bytes and null")
  func view() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + ["musr": Data(count: 16)]).status == ok)
    #expect(keychain.attributes(.generic())["musr"] as? Data == Data())
    #expect(keychain.find(.generic() + ["musr": Data()]).status == ok)
    #expect(keychain.find(.generic() + ["musr": NSNull()]).status == ok)
    #expect(keychain.find(.generic() + ["musr": Data(count: 16)]).status == notFound)
    #expect(keychain.update(.generic(), ["musr": Data(count: 16)]) == ok)
    #expect(keychain.attributes(.generic())["musr"] as? Data == Data())
  }

  @Test("An accessibility is one of the constants, as a string or UTF-8 data") func accessibility() throws {
    let keychain = try TestKeychain()
    for constant in ["ak", "ck", "dk", "aku", "cku", "dku"] {
      for value in [constant, Data(constant.utf8)] as [Any] {
        defer { _ = keychain.delete(.generic()) }
        #expect(keychain.add(.generic("s") + [kSecAttrAccessible: value]).status == ok)
        #expect(keychain.attributes(.generic())[kSecAttrAccessible] as? String == constant)
      }
    }
    for value in ["AK", "", "ak ", 5, true, Data([0xFF])] as [Any] {
      #expect(keychain.add(.generic("s") + [kSecAttrAccessible: value]).status == param, "\(value)")
    }
  }
}
