import Foundation
import LocalAuthentication
import Security

/// Creates random dictionaries for the item functions. Most dictionaries are wrong, in many ways, and some dictionaries
/// are correct. The same seed gives the same dictionaries, so a failure can be reproduced.
struct RandomDictionaries {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(state: seed) }

  /// A fast random number generator that gives the same numbers on all platforms.
  private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  private mutating func chance(_ percent: Int) -> Bool { number(100) < percent }

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[number(elements.count)]
  }

  mutating func dictionary() -> NSDictionary {
    let dictionary = NSMutableDictionary()
    if chance(90) {
      dictionary["class"] = chance(95) ? one(of: ["genp", "inet", "keys"]) : value(0)
    }
    for _ in 0..<number(6) {
      // Most keys and values are valid. In a dictionary with several errors, one error would hide the other errors.
      let name = one(of: Self.names)
      let key = chance(85) ? name as NSString : self.key()
      dictionary.setObject(chance(60) ? fitting(name) : value(0), forKey: AnyHashable(key))
    }
    return chance(30) ? dictionary.copy() as? NSDictionary ?? dictionary : dictionary
  }

  private static let names =
    [
      "acct", "svce", "labl", "desc", "icmt", "gena", "crtr", "type", "invi", "nega", "scrp",
      "alis",
      "cusi", "prot", "srvr", "sdmn", "ptcl", "atyp", "port", "path", "agrp", "pdmn", "sync",
      "tomb",
      "sha1", "vwht", "tkid", "musr", "UUID", "sysb", "pcss", "ggrp", "accc", "cdat", "mdat",
      "data",
      "clip", "nleg", "dspk", "binn",
    ] + [
      "kcls", "klbl", "atag", "bsiz", "esiz", "sdat", "edat", "perm", "priv", "extr", "sign",
      "encr",
    ] + [
      "v_Data", "v_Ref", "v_PersistentRef", "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef",
      "m_Limit", "m_ItemList", "m_SearchList", "m_Issuers", "m_Policy", "m_ValidOnDate",
      "m_TrustedOnly", "m_EmailAddressIfPresent", "m_HostOrSubdomainOfHost", "m_SubjectContains",
      "m_CaseInsensitive", "u_AuthUI", "u_AuthCtx", "u_CredRef", "u_Tomb", "u_ItemList",
      "u_OpPrompt", "u_NoAuthUI", "u_Keychain", "persistref", "rowid", "v_pk", "f_any",
    ]

  /// Returns a dictionary key of a random type.
  private mutating func key() -> NSObject {
    switch number(10) {
    case 0: NSNumber(value: number(100))
    case 1: NSData()
    case 2: "" as NSString
    case 3: "äöüß" as NSString
    case 4: "x" as NSString
    case 5: NSMutableString(string: "acct")
    case 6: Date() as NSDate
    case 7: ["a"] as NSArray
    case 8: "r_\(number(5))" as NSString
    default: "🔑🔑" as NSString
    }
  }

  /// Returns a random value that is valid for the attribute `name`.
  private mutating func fitting(_ name: String) -> Any {
    switch name {
    case "agrp": one(of: ["app", "login"])
    case "pdmn": one(of: ["ak", "ck", "dk", "aku", "cku", "dku", "akpu", "f"])
    case "sync", "tomb", "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef", "u_Tomb": chance(50)
    case "sha1": Data(count: 20)
    case "musr": Data()
    case "cdat", "mdat", "sdat", "edat", "m_ValidOnDate":
      Date(timeIntervalSinceReferenceDate: Double(number(5)))
    case "v_Data": Data(count: number(4))
    case "v_PersistentRef": Data("genp".utf8) + Data(count: one(of: [8, 16]))
    case "m_Limit": one(of: ["m_LimitOne", "m_LimitAll", 0, 1, 2, 100] as [Any])
    case "m_ItemList", "u_ItemList":
      chance(50) ? [Self.reference] : Array(Self.keys.prefix(number(4)))
    case "v_Ref": one(of: Self.keys)
    case "u_AuthCtx": LAContext()
    case "u_AuthUI": one(of: ["u_AuthUIA", "u_AuthUIF", "u_AuthUIS"])
    case "crtr", "type", "port", "scrp", "invi", "nega", "cusi", "kcls", "bsiz", "esiz", "perm",
      "priv", "extr", "sign", "encr":
      number(4)
    default: one(of: ["a", "b", "", "example.com"])
    }
  }

  private static let reference = Data("genp".utf8) + Data(count: 16)

  /// A private key, its public key, and a symmetric key.
  private static let keys: [SecKey] = {
    let pair: Query = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
    let symmetric: Query = [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 128]
    let key = SecKeyCreateRandomKey(pair as NSDictionary, nil)
    return [
      key, key.flatMap(SecKeyCopyPublicKey),
      SecKeyGenerateSymmetric(symmetric as NSDictionary, nil),
    ].compactMap(\.self)
  }()

  private static let large = Data(count: (1 << 20) + 1)

  /// Returns a value of a random type.
  private mutating func value(_ depth: Int) -> Any {
    switch number(depth < 3 ? 34 : 28) {
    case 0: return NSNull()
    case 1: return true
    case 2: return NSNumber(value: false)
    case 3: return number(1000)
    case 4: return Int64.min
    case 5: return UInt64.max
    case 6: return NSNumber(value: Int8(-3))
    case 7: return NSNumber(value: UInt16.max)
    case 8: return Float.pi
    case 9: return Double.nan
    case 10: return -Double.infinity
    case 11: return 1e300
    case 12: return 3.0
    case 13: return NSDecimalNumber(string: "123456789012345678901234567890")
    case 14: return NSDecimalNumber.notANumber
    case 15: return NSURL(string: "https://example.com") as Any
    case 16: return Date.distantPast
    case 17: return Date.distantFuture
    case 18: return Date(timeIntervalSinceReferenceDate: .nan)
    case 19: return Date(timeIntervalSinceReferenceDate: -.infinity)
    case 20: return NSMutableString(string: "mutable")
    case 21: return NSMutableData(length: 20) as Any
    case 22: return Data((0..<number(40)).map { UInt8($0) })
    case 23: return String(repeating: "é\0", count: number(20))
    case 24: return UUID()
    case 25: return NSObject()
    case 26: return Self.large
    case 27: return NSAttributedString(string: "attributed")
    case 28: return NSMutableDictionary()
    case 29: return NSSet(array: [value(depth + 1)].compactMap { $0 as? NSString })
    case 30: return [value(depth + 1), value(depth + 1)]
    case 31: return ["key": value(depth + 1)]
    case 32: return NSOrderedSet(array: ["a"])
    default: return NSMutableArray(array: [value(depth + 1)])
    }
  }
}
