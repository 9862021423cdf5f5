import Foundation
import Security
import Testing

@Suite("SecAccessControlCreateWithFlags")
struct AccessControlTests {
  /// The expected result of `SecAccessControlCreateWithFlags`.
  enum Outcome: Equatable, Sendable {
    case created
    case refused(OSStatus)
  }

  private func create(
    _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags
  ) -> (object: SecAccessControl?, outcome: Outcome) {
    var error: Unmanaged<CFError>?
    let object = SecAccessControlCreateWithFlags(kCFAllocatorDefault, protection, flags, &error)
    guard let error = error?.takeRetainedValue() else { return (object, .created) }
    #expect(error.domain == NSOSStatusErrorDomain)
    #expect(error.localizedFailureReason?.isEmpty == false)
    return (object, .refused(OSStatus(error.code)))
  }

  static let flagCases: [(SecAccessControlCreateFlags, Outcome)] = [
    // These flags require nothing.
    ([], .created),
    (.or, .created),
    (.and, .created),
    (.init(rawValue: 1 << 2), .created),
    (.init(rawValue: 1 << 20 | 1 << 63), .created),
    // These flags contradict each other.
    ([.or, .and], .refused(errSecParam)),
    ([.biometryAny, .biometryCurrentSet], .refused(errSecParam)),
    ([.touchIDAny, .touchIDCurrentSet, .or], .refused(errSecParam)),
    ([.userPresence, .biometryAny], .refused(errSecParam)),
    ([.userPresence, .biometryCurrentSet], .refused(errSecParam)),
    ([.userPresence, .devicePasscode], .refused(errSecParam)),
    ([.userPresence, .companion], .refused(errSecParam)),
    ([.userPresence, .or], .refused(errSecParam)),
    ([.userPresence, .and], .refused(errSecParam)),
    ([.or, .and, .devicePasscode], .refused(errSecParam)),
    // The creation does not check whether these requirements can be met. The check happens when an item is added.
    (.userPresence, .created),
    (.biometryAny, .created),
    (.biometryCurrentSet, .created),
    (.devicePasscode, .created),
    (.watch, .created),
    (.privateKeyUsage, .created),
    (.applicationPassword, .created),
    ([.biometryAny, .or, .devicePasscode], .created),
    ([.userPresence, .privateKeyUsage, .applicationPassword], .created),
    ([.userPresence, .init(rawValue: 1 << 2)], .created),
  ]

  @Test("Flags without a contradiction are accepted", arguments: flagCases)
  func flags(flags: SecAccessControlCreateFlags, expected: Outcome) throws {
    let (object, outcome) = create(kSecAttrAccessibleWhenUnlocked, flags)
    #expect(outcome == expected)
    #expect((object != nil) == (expected == .created))
  }

  @Test(
    "Every accessibility is accepted, as an immutable and as a mutable string",
    arguments: ["ak", "ck", "dk", "aku", "cku", "dku", "akpu", "f"])
  func protections(protection: String) throws {
    for value in [protection as CFString, NSMutableString(string: protection)] as [CFTypeRef] {
      let object = create(value, []).object
      #expect(object?.protection == protection)
      #expect(object?.hasOperations == true)
    }
    #expect(create(protection as CFTypeRef, []).object?.protection == protection)
  }

  @Test("A value that is not an accessibility is rejected")
  func otherProtections() throws {
    let values: [CFTypeRef] = [
      "" as CFString, "AK" as CFString, "ak " as CFString, "akp" as CFString, 1 as CFNumber,
      kCFNull, kCFBooleanTrue, Data("ak".utf8) as CFData, ["ak"] as CFArray,
    ]
    for value in values {
      #expect(create(value, []).outcome == .refused(errSecParam), "\(value)")
    }
  }

  @Test("A dictionary is accepted as the protection, and is compared by its content")
  func dictionary() throws {
    let dictionary = NSMutableDictionary(dictionary: ["prot": ["ak", Data([1]), 7]])
    let object = try #require(create(dictionary, .userPresence).object)
    #expect(object.protection == nil && object.hasOperations)
    #expect(object == create(["prot": ["ak", Data([1]), 7]] as CFDictionary, .userPresence).object)
    dictionary["prot"] = "ak"
    let changed = try #require(create(dictionary, .userPresence).object)
    #expect(object != changed)
    #expect(object != create("ak" as CFString, .userPresence).object)
    #expect(create(dictionary, [.or, .and]).outcome == .refused(errSecParam))
    for wrong in [[1: "ak"], ["prot": NSObject()], ["prot": NSNull()]] as [NSDictionary] {
      #expect(create(wrong, []).outcome == .refused(errSecParam))
    }
    let deep = (0..<40).reduce(NSDictionary()) { inner, _ in ["prot": inner] }
    #expect(create(deep, []).outcome == .refused(errSecParam))
  }

  @Test("The error argument may be nil")
  func noErrorPlace() {
    #expect(SecAccessControlCreateWithFlags(nil, "ak" as CFString, [.or, .and], nil) == nil)
    #expect(SecAccessControlCreateWithFlags(nil, "ak" as CFString, [], nil) != nil)
  }

  @Test("The caller owns the returned error")
  func ownership() throws {
    weak var weakError: NSError?
    do {
      var error: Unmanaged<CFError>?
      _ = SecAccessControlCreateWithFlags(nil, "?" as CFString, [], &error)
      let taken = try #require(error).takeRetainedValue()
      weakError = taken
      #expect(weakError != nil)
    }
    #expect(weakError == nil)
  }

  @Test("Access controls with the same protection and requirements are equal")
  func equality() throws {
    let first = try #require(create("ak" as CFString, []).object)
    let same = try #require(create("ak" as CFString, .and).object)
    let other = try #require(create("ck" as CFString, []).object)
    #expect(first == same)
    #expect(first.hash == same.hash)
    #expect(first != other)
    #expect(Set([first, same, other]).count == 2)
    // Access controls that differ only in unknown bits or in flags without effect are equal.
    let presence = try #require(create("ak" as CFString, .userPresence).object)
    #expect(presence == create("ak" as CFString, [.userPresence, .init(rawValue: 1 << 2)]).object)
    #expect(presence != first)
    let any = create("ak" as CFString, [.biometryAny, .or, .devicePasscode]).object
    let all = create("ak" as CFString, [.biometryAny, .devicePasscode]).object
    #expect(any != all)
    #expect(all == create("ak" as CFString, [.biometryAny, .and, .devicePasscode]).object)
    #expect(
      create("ak" as CFString, [.or, .devicePasscode]).object
        == create("ak" as CFString, .devicePasscode).object)
    #expect(CFEqual(first, same))
    #expect(!first.isEqual("ak"))
    #expect(!first.isEqual(nil))
  }

  @Test("A search result for a plain accessibility differs from a created access control")
  func plainProtection() throws {
    let plain = SecAccessControl(protection: "ak")
    #expect(!plain.hasOperations)
    #expect(plain == SecAccessControl(protection: "ak"))
    #expect(create("ak" as CFString, []).object != plain)
  }

  @Test("The description names the type and the accessibility")
  func description() throws {
    let object = try #require(create("aku" as CFString, []).object)
    #expect("\(object)".hasPrefix("<SecAccessControlRef: aku"))
    #expect("\(object)".hasSuffix(">"))
    #expect(object.description != SecAccessControl(protection: "aku").description)
  }

  @Test(
    "Flags have the values of Apple's platforms",
    arguments: [
      (.userPresence, 0), (.biometryAny, 1), (.touchIDAny, 1), (.biometryCurrentSet, 3),
      (.touchIDCurrentSet, 3), (.devicePasscode, 4), (.companion, 5), (.watch, 5), (.or, 14),
      (.and, 15), (.privateKeyUsage, 30), (.applicationPassword, 31),
    ] as [(SecAccessControlCreateFlags, Int)])
  func bits(flag: SecAccessControlCreateFlags, bit: Int) {
    #expect(flag.rawValue == 1 << bit)
  }
}
