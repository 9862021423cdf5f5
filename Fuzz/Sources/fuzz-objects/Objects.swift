import Foundation
import FuzzSupport
import Security

/// Creates objects from bytes. Every function must reject some of the objects: collections as keys or in sets,
/// collections that contain themselves, deeply nested collections, and strings with unpaired surrogates.
struct Objects {
  private var source: ByteSource
  /// The collections that are not complete yet. A collection that gets one of these collections as a member may contain
  /// itself.
  private var open: [NSObject] = []
  /// The number of objects that may still be created.
  private var rest = 200

  init(_ source: ByteSource) { self.source = source }

  mutating func byte() -> UInt8 { source.byte() }

  mutating func object(depth: Int = 0) -> NSObject {
    rest -= 1
    guard depth < 40, rest > 0, !source.isEmpty else { return "end" as NSString }
    switch source.number(below: 22) {
    case 0, 1: return source.one(of: Self.names)
    case 2: return String(decoding: source.data(), as: UTF8.self) as NSString
    case 3: return HalfCharacter(half: ())
    case 4: return source.data() as NSData
    case 5: return NSNumber(value: source.byte() & 1 == 1)
    case 6: return NSNumber(value: source.integer())
    case 7: return NSNumber(value: Double(bitPattern: UInt64(bitPattern: source.integer())))
    case 8: return NSDate(timeIntervalSinceReferenceDate: Double(source.integer() >> 20))
    case 9: return NSNull()
    case 10: return Givens.key
    case 11: return Givens.certificate
    case 12: return SecPolicyCreateSSL(true, nil)
    case 13: return open.isEmpty ? NSNull() : source.one(of: open)
    case 14: return NSSet(array: [object(depth: depth + 1)])
    case 15: return deep()
    case 16, 17, 18: return array(depth)
    default: return dictionary(depth)
    }
  }

  private mutating func array(_ depth: Int) -> NSArray {
    let array = NSMutableArray()
    open.append(array)
    defer { open.removeLast() }
    for _ in 0..<source.number(below: 4) { array.add(object(depth: depth + 1)) }
    return array
  }

  mutating func dictionary(_ depth: Int = 0) -> NSDictionary {
    let dictionary = NSMutableDictionary()
    open.append(dictionary)
    defer { open.removeLast() }
    for _ in 0..<source.number(below: 6) {
      let value = object(depth: depth + 1)
      // Foundation ends the process when it compares two equal keys that are collections. So a dictionary has at most
      // one such key.
      dictionary.setObject(value, forKey: key(in: dictionary, depth))
    }
    return dictionary
  }

  private mutating func key(in dictionary: NSDictionary, _ depth: Int) -> NSObject {
    let isFirst = dictionary.count == 0
    switch source.byte() {
    case 0xFF where isFirst: return NSArray()
    case 0xFE where isFirst: return NSArray(object: object(depth: depth + 1))
    case 0xFD where isFirst: return NSDictionary(object: "value", forKey: "key" as NSString)
    case 0xFC: return NSNumber(value: source.byte())
    case let byte: return Self.names[Int(byte) % Self.names.count]
    }
  }

  private mutating func deep() -> NSObject {
    var inner = NSArray()
    for _ in 0..<Int(source.byte()) * 4 { inner = NSArray(object: inner) }
    return inner
  }

  // `nonisolated(unsafe)` is safe, because the strings are constants, and libFuzzer uses one thread.
  nonisolated(unsafe) static let names: [NSString] = [
    kSecClass, kSecClassGenericPassword, kSecClassKey, kSecClassCertificate, kSecAttrService,
    kSecAttrLabel, kSecValueData, kSecValueRef, kSecAttrAccessControl, kSecMatchItemList,
    kSecUseItemList, kSecMatchIssuers, kSecMatchSearchList, kSecMatchLimit, kSecReturnData,
    kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyTypeAES, kSecAttrKeySizeInBits,
    kSecAttrKeyClass, kSecAttrKeyClassPublic, kSecAttrIsPermanent, kSecPrivateKeyAttrs,
    kSecPublicKeyAttrs, kSecAttrSalt, kSecAttrPRF, kSecAttrTokenID, kSecPolicyName,
    kSecPolicyClient, kSecPolicyRevocationFlags, kSecPolicyAppleSSL, kSecImportExportPassphrase,
    kSecUseDataProtectionKeychain, kSecAttrAccessibleWhenUnlocked, kSecAttrCanSign,
    kSecTrustSettingsPolicy as NSString, kSecTrustSettingsResult as NSString, "nleg", "m_other",
    "256", "",
  ]
}

/// A string that contains only an unpaired surrogate.
final class HalfCharacter: NSString {
  init(half: Void) { super.init(characters: [], length: 0) }
  required convenience init?(coder: NSCoder) { self.init(half: ()) }
  required convenience init(string: String) { self.init(half: ()) }
  required convenience init(stringLiteral: StaticString) { self.init(half: ()) }
  required convenience init(extendedGraphemeClusterLiteral: StaticString) { self.init(half: ()) }
  required convenience init(unicodeScalarLiteral: StaticString) { self.init(half: ()) }

  override var length: Int { 1 }
  override func character(at index: Int) -> unichar { 0xD805 }
}
