import Foundation
import FuzzSupport
import Security

/// Creates dictionaries from bytes.
///
/// `nonisolated(unsafe)` is safe in this type, because the values are constants, and libFuzzer uses one thread.
enum Dictionaries {
  nonisolated(unsafe) static let classes = [
    kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey,
    kSecClassIdentity,
  ]
  static let groups = ["fuzz-queries", "login"]

  nonisolated(unsafe) private static let keys: [CFString] = [
    kSecClass, kSecValueData, kSecAttrService, kSecAttrAccount, kSecAttrServer, kSecAttrPort,
    kSecAttrProtocol, kSecAttrAuthenticationType, kSecAttrPath, kSecAttrSecurityDomain,
    kSecAttrLabel, kSecAttrDescription, kSecAttrComment, kSecAttrCreator, kSecAttrType,
    kSecAttrIsInvisible, kSecAttrIsNegative, kSecAttrGeneric, kSecAttrAccessGroup,
    kSecAttrAccessible, kSecAttrAccessControl, kSecAttrSynchronizable, kSecAttrCreationDate,
    kSecAttrModificationDate, kSecAttrKeyType, kSecAttrKeyClass, kSecAttrKeySizeInBits,
    kSecAttrApplicationLabel, kSecAttrApplicationTag, kSecAttrIsPermanent, kSecAttrTokenID,
    kSecAttrSubject, kSecAttrIssuer, kSecAttrSerialNumber, kSecAttrPublicKeyHash,
    kSecMatchLimit, kSecMatchItemList, kSecMatchIssuers, kSecMatchEmailAddressIfPresent,
    kSecMatchSubjectContains, kSecMatchCaseInsensitive, kSecMatchValidOnDate,
    kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef,
    kSecValueRef, kSecValuePersistentRef, kSecUseItemList, kSecUseAuthenticationUI,
    kSecUseDataProtectionKeychain,
  ]

  nonisolated(unsafe) private static let texts: [CFString] =
    classes + [
      kSecMatchLimitAll, kSecMatchLimitOne, kSecAttrSynchronizableAny,
      kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock,
      kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
      kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, kSecAttrProtocolHTTPS,
      kSecAttrAuthenticationTypeDefault, kSecAttrKeyTypeRSA, kSecAttrKeyTypeEC,
      kSecAttrKeyClassPublic, kSecAttrKeyClassPrivate, kSecUseAuthenticationUISkip,
      kSecUseAuthenticationUIFail, "login", "fuzz-queries", "", "a", "1", "0",
    ]

  private static let key = SecKeyCreateRandomKey(
    [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as NSDictionary, nil)

  static func make(from source: inout ByteSource) -> NSDictionary {
    let result = NSMutableDictionary()
    for _ in 0..<source.number(below: 12) where !source.isEmpty {
      let name =
        switch source.byte() {
        case 0xFF: String(decoding: source.data(), as: UTF8.self) as CFString
        case let byte: keys[Int(byte) % keys.count]
        }
      result.setObject(value(from: &source, depth: 0), forKey: name)
    }
    return result
  }

  private static func value(from source: inout ByteSource, depth: Int) -> Any {
    switch source.number(below: depth < 2 ? 17 : 12) {
    case 0, 1: return source.one(of: texts)
    case 2: return String(decoding: source.data(), as: UTF8.self) as NSString
    case 3, 4: return source.data() as NSData
    case 5: return NSNumber(value: true)
    case 6: return NSNumber(value: source.byte() & 1)
    case 7: return NSNumber(value: Int8(bitPattern: source.byte()))
    case 8: return NSNumber(value: source.integer())
    case 9: return NSNumber(value: Double(bitPattern: UInt64(bitPattern: source.integer())))
    case 10: return NSDate(timeIntervalSinceReferenceDate: Double(source.integer() >> 20))
    case 11: return NSNumber(value: UInt64.max)
    case 12: return NSNull()
    case 13:
      return (0..<source.number(below: 4)).map { _ in value(from: &source, depth: depth + 1) }
        as NSArray
    case 14: return key ?? NSNull()
    case 15:
      let flags = SecAccessControlCreateFlags(rawValue: CFOptionFlags(source.byte()))
      return SecAccessControlCreateWithFlags(nil, source.one(of: texts), flags, nil) ?? NSNull()
    default: return make(from: &source)
    }
  }
}
