// The ways in which programs write the dictionaries for the item functions. This file has the imports of a client
// program and uses only public names.

import Foundation
import Security
import Testing

@Suite("Ways to write a query")
struct QueryStyles {
  let service = "service"
  let account: String? = "account"

  @Test func cfDictionaryFromStringKeys() {
    let query =
      [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: account as Any,
        kSecMatchLimit as String: kSecMatchLimitOne,
        kSecReturnData as String: kCFBooleanTrue as Any,
        kSecReturnAttributes as String: true,
      ] as [String: Any] as CFDictionary
    #expect(query[kSecClass] as? String == "genp")
    #expect(query.count == 6)
  }

  @Test func stringKeysWithForcedBoolean() {
    var query: [String: Any] = [
      String(kSecClass): kSecClassInternetPassword,
      kSecAttrServer as String: "example.org",
      kSecReturnData as String: kCFBooleanTrue!,
    ]
    query[kSecAttrAccount as String] = account
    query[kSecAttrPort as String] = NSNumber(value: 443)
    query[kSecAttrProtocol as String] = kSecAttrProtocolHTTPS
    query[kSecValueData as String] = "secret".data(using: .utf8)
    query.removeValue(forKey: kSecAttrPort as String)
    let dictionary = query as CFDictionary
    #expect(dictionary[kSecAttrProtocol] as? String == "htps")
    #expect(dictionary[kSecValueData] as? Data == Data("secret".utf8))
  }

  @Test func cfStringKeys() {
    var query: [CFString: Any] = [
      kSecClass: kSecClassKey,
      kSecAttrApplicationTag: Data("tag".utf8),
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
      kSecAttrKeySizeInBits: 256,
      kSecReturnRef: true,
    ]
    query[kSecAttrIsPermanent] = kCFBooleanFalse
    let dictionary = query as CFDictionary
    #expect(dictionary[kSecAttrKeySizeInBits] as? Int == 256)
    #expect(dictionary["type"] as? String == "73")
  }

  @Test func cfDictionaryFromALiteral() {
    let query: CFDictionary = [kSecClass: kSecClassCertificate, kSecReturnRef: true]
    let other = [kSecClass: kSecClassCertificate, kSecReturnRef: kCFBooleanTrue!] as CFDictionary
    #expect(query == other)
  }

  @Test func nsStringKeysAndObjects() {
    let query: [NSString: AnyObject] = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: service as AnyObject,
      kSecAttrGeneric: Data([1, 2]) as NSData,
      kSecReturnData: kCFBooleanTrue,
    ]
    #expect((query as CFDictionary)[kSecAttrService] as? String == service)
  }

  @Test func stringKeysAndObjects() {
    var query: [String: AnyObject] = [kSecClass as String: kSecClassGenericPassword]
    query[kSecAttrService as String] = service as AnyObject?
    query[kSecReturnAttributes as String] = kCFBooleanTrue
    #expect((query as CFDictionary).count == 3)
  }

  @Test func anyHashableKeys() {
    let query: [AnyHashable: Any] = [
      kSecClass: kSecClassIdentity,
      kSecAttrLabel: "label",
      "r_Ref": true,
    ]
    #expect(query["labl"] as? String == "label")
    #expect(query[kSecReturnRef] as? Bool == true)
    #expect((query as CFDictionary)[kSecClass] as? String == "idnt")
  }

  @Test func nsMutableDictionary() {
    let query = NSMutableDictionary()
    query[kSecClass] = kSecClassGenericPassword
    query[kSecAttrService as String] = service
    query.setObject(kSecMatchLimitAll, forKey: kSecMatchLimit)
    query[kSecAttrAccount] = account
    query.removeObject(forKey: kSecMatchLimit)
    let dictionary: CFDictionary = query
    let mutable: CFMutableDictionary = query
    #expect(dictionary == mutable)
    #expect(dictionary[kSecAttrAccount] as? String == account)
  }

  @Test func nsDictionaryFromArrays() {
    let query = NSDictionary(
      objects: [kSecClassGenericPassword, service, kCFBooleanTrue as Any],
      forKeys: [kSecClass, kSecAttrService, kSecReturnData])
    #expect((query as CFDictionary)[kSecReturnData] as? Bool == true)
  }

  @Test func keysAsPropertiesOfAnEnum() {
    enum Key: String {
      case service = "svce"
      var isService: Bool { rawValue == kSecAttrService as String }
    }
    let keyed: [String: Any] = [Key.service.rawValue: service]
    #expect(Key.service.isService)
    #expect(keyed["\(kSecAttrService)"] as? String == service)
  }

  @Test func mergedDictionaries() {
    let base: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
    let update = base.merging([kSecValueData as String: Data()]) { $1 }
    let filtered = update.filter { $0.key != kSecClass as String }
    #expect(filtered.keys.first == "v_Data")
  }

  @Test func arraysOfReferences() {
    let references = [Data([1]), Data([2])] as CFArray
    let query = [kSecMatchItemList: references, kSecUseItemList: ["a"] as CFArray] as CFDictionary
    #expect((query[kSecMatchItemList] as? [Data])?.count == 2)
  }

  @Test func resultsAreReadInEachStyle() {
    // This dictionary has the form of a search result: its values are Foundation objects and its keys are of the type
    // CFString.
    let attributes = NSMutableDictionary()
    attributes[kSecAttrAccount] = "account" as NSString
    attributes[kSecValueData] = Data("secret".utf8) as NSData
    attributes[kSecAttrModificationDate] = Date(timeIntervalSince1970: 0) as NSDate
    attributes[kSecAttrPort] = 443 as CFNumber
    let result: CFTypeRef? = attributes

    #expect((result as? [String: Any])?[kSecAttrAccount as String] as? String == "account")
    #expect((result as? [CFString: Any])?[kSecValueData] as? Data == Data("secret".utf8))
    #expect((result as? NSDictionary)?[kSecAttrPort] as? Int == 443)
    #expect((result as! CFDictionary)[kSecAttrPort] as? NSNumber == 443)
    #expect((result as? [AnyHashable: Any])?[kSecAttrModificationDate] is Date)
    let all: CFTypeRef? = [attributes] as CFArray
    #expect((all as? [[String: Any]])?.first?.count == 4)
    #expect((all as! CFArray).count == 1)
    let data: CFTypeRef? = Data([1]) as CFData
    #expect(data as? Data == Data([1]))
    #expect((data as! NSData).length == 1)
  }
}
