// The ways in which programs call the four item functions and read the results. This file has the imports of a client
// program and uses only public names.

import Foundation
import Security
import Testing

@Suite("Ways to call the item functions")
struct CallStyles {
  let item: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword,
    kSecAttrService as String: "service",
    kSecAttrAccount as String: "account",
  ]

  var newItem: CFDictionary {
    item.merging([kSecValueData as String: Data("secret".utf8)]) { $1 } as CFDictionary
  }

  var dataQuery: CFDictionary {
    item.merging([kSecReturnData as String: true]) { $1 } as CFDictionary
  }

  @Test func statusesAreComparedSwitchedOverAndDiscarded() throws {
    try inTemporaryKeychain {
      guard SecItemAdd(newItem, nil) == errSecSuccess else {
        Issue.record("the item was not added")
        return
      }
      SecItemAdd(newItem, nil)
      SecItemUpdate(item as CFDictionary, [kSecAttrLabel as String: "label"] as CFDictionary)
      SecItemCopyMatching(dataQuery, nil)
      switch SecItemAdd(newItem, nil) {
      case errSecDuplicateItem: break
      case errSecSuccess, noErr: Issue.record("added twice")
      default: Issue.record("another status")
      }
      let status: OSStatus = SecItemDelete(item as CFDictionary)
      #expect(status == noErr)
      let again = SecItemDelete(item as CFDictionary)
      #expect(again == errSecItemNotFound)
    }
  }

  @Test func resultAsAnyObject() throws {
    try inTemporaryKeychain {
      var result: AnyObject?
      #expect(SecItemAdd(newItem, &result) == errSecSuccess)
      #expect(result == nil)
      #expect(SecItemCopyMatching(dataQuery, &result) == errSecSuccess)
      #expect(result as? Data == Data("secret".utf8))
    }
  }

  @Test func resultAsCFTypeRef() throws {
    try inTemporaryKeychain {
      SecItemAdd(newItem, nil)
      var result: CFTypeRef?
      let status = SecItemCopyMatching(dataQuery, &result)
      guard status == errSecSuccess, let data = result as? Data else {
        Issue.record("status \(status)")
        return
      }
      #expect(String(data: data, encoding: .utf8) == "secret")
      #expect((result as! CFData).length == 6)
    }
  }

  @Test func resultAsOptionalOfAnyObjectWithInitialValue() throws {
    try inTemporaryKeychain {
      SecItemAdd(newItem, nil)
      var result: AnyObject? = nil
      let status = SecItemCopyMatching(dataQuery as CFDictionary, &result)
      #expect(status == errSecSuccess && result is NSData)
    }
  }

  @Test func resultThroughAPointer() throws {
    try inTemporaryKeychain {
      var added: AnyObject?
      let status = withUnsafeMutablePointer(to: &added) {
        SecItemAdd(newItem, UnsafeMutablePointer($0))
      }
      #expect(status == errSecSuccess)
      var found: AnyObject?
      let findStatus: OSStatus = withUnsafeMutablePointer(to: &found) { pointer in
        SecItemCopyMatching(dataQuery, UnsafeMutablePointer(pointer))
      }
      #expect(findStatus == errSecSuccess)
      #expect(found as? Data == Data("secret".utf8))
      var reference: CFTypeRef?
      let third = withUnsafeMutablePointer(to: &reference) { SecItemCopyMatching(dataQuery, $0) }
      #expect(third == errSecSuccess && reference != nil)
    }
  }

  @Test func resultThroughAnAllocatedPointer() throws {
    try inTemporaryKeychain {
      SecItemAdd(newItem, nil)
      let pointer = UnsafeMutablePointer<CFTypeRef?>.allocate(capacity: 1)
      pointer.initialize(to: nil)
      defer {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
      }
      #expect(SecItemCopyMatching(dataQuery, pointer) == errSecSuccess)
      #expect(pointer.pointee as? Data == Data("secret".utf8))
    }
  }

  @Test func dictionariesAsLiteralsAndInEveryType() throws {
    try inTemporaryKeychain {
      #expect(
        SecItemAdd(
          [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "a",
            kSecValueData: Data("x".utf8),
          ] as CFDictionary, nil) == errSecSuccess)
      let keyed: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "b"]
      #expect(SecItemAdd(keyed as CFDictionary, nil) == errSecSuccess)
      let objects: [NSString: AnyObject] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "c" as NSString,
      ]
      #expect(SecItemAdd(objects as CFDictionary, nil) == errSecSuccess)
      let hashable: [AnyHashable: Any] = [
        kSecClass: kSecClassGenericPassword, "svce": "d",
      ]
      #expect(SecItemAdd(hashable as CFDictionary, nil) == errSecSuccess)
      let mutable = NSMutableDictionary()
      mutable[kSecClass] = kSecClassGenericPassword
      mutable[kSecAttrService as String] = "e"
      #expect(SecItemAdd(mutable, nil) == errSecSuccess)
      #expect(SecItemAdd(mutable as CFDictionary, nil) == errSecDuplicateItem)
      let bridged: NSDictionary = ["class": "genp", "svce": "f"]
      #expect(SecItemAdd(bridged, nil) == errSecSuccess)
      let attribute = [kSecAttrComment: "c"] as CFDictionary
      #expect(SecItemUpdate([kSecClass: kSecClassGenericPassword] as CFDictionary, attribute) == 0)
      #expect(SecItemDelete([kSecClass: kSecClassGenericPassword] as CFDictionary) == 0)
    }
  }

  @Test func allItemsAsDictionaries() throws {
    try inTemporaryKeychain {
      SecItemAdd(newItem, nil)
      let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecMatchLimit as String: kSecMatchLimitAll,
        kSecReturnAttributes as String: kCFBooleanTrue as Any,
        kSecReturnData as String: kCFBooleanTrue!,
        kSecReturnRef as String: true,
      ]
      var items: CFTypeRef?
      #expect(SecItemCopyMatching(query as CFDictionary, &items) == errSecSuccess)
      let found = items as? [[String: Any]]
      #expect(found?.first?[kSecAttrAccount as String] as? String == "account")
      #expect(found?.first?[kSecValueData as String] as? Data == Data("secret".utf8))
      for case let item as NSDictionary in items as! NSArray {
        #expect(item[kSecAttrService] as? String == "service")
        let reference = item[kSecValueRef] as! SecKeychainItem
        #expect(SecItemDelete([kSecValueRef: reference] as CFDictionary) == errSecSuccess)
      }
    }
  }

  @Test func theFunctionsAsValues() throws {
    try inTemporaryKeychain {
      let add = SecItemAdd
      let delete: (CFDictionary) -> OSStatus = { SecItemDelete($0) }
      #expect(add(newItem, nil) == errSecSuccess)
      #expect(delete(item as CFDictionary) == errSecSuccess)
    }
  }

  @Test func errorsMadeOfStatuses() throws {
    try inTemporaryKeychain {
      let status = SecItemCopyMatching(dataQuery, nil)
      let error = NSError(domain: NSOSStatusErrorDomain, code: Int(status))
      #expect(error.code == -25300)
      let message = SecCopyErrorMessageString(status, nil) as String? ?? "?"
      #expect(message == "The specified item could not be found in the keychain.")
    }
  }

  @Test func fromAnAsynchronousFunction() async throws {
    func read(_ query: [String: Any]) async -> OSStatus {
      SecItemCopyMatching(query as CFDictionary, nil)
    }
    // A query without a class is rejected before a keychain is opened.
    #expect(await read([:]) == errSecParam)
  }
}
