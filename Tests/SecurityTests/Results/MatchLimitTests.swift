import Foundation
import Security
import Testing

/// Tests `kSecMatchLimit` and the result pointer (specification: secitem 3.5, 3.8; compatibility: D23, D27, D30).
@Suite("Match limits") struct MatchLimitTests {
  private func keychain(_ count: Int) throws -> TestKeychain {
    let keychain = try TestKeychain()
    for number in 0..<count {
      #expect(keychain.add(.generic("s", "\(number)").secret("\(number)")).status == ok)
    }
    return keychain
  }

  @Test("Each limit gives the expected status, and the expected number and form of results") func limits() throws {
    let keychain = try keychain(4)
    let rows: [(limit: Any?, status: OSStatus, count: Int?)] = [
      (nil, ok, nil), (kSecMatchLimitOne, ok, nil), (1, ok, nil),
      (NSNumber(value: Int8(1)), ok, nil),
      (1.0, ok, nil), (kSecMatchLimitAll, ok, 4), (2, ok, 2), (3, ok, 3), (4, ok, 4), (5, ok, 4),
      (Int.max, ok, 4), (NSNumber(value: UInt64.max), decode, nil), (0x7fff, ok, 4),
      (0, notFound, nil), (-1, param, nil), (-5, param, nil), (Int64.min, param, nil),
      (1.5, decode, nil), (true, param, nil), (false, param, nil), ("1", param, nil),
      ("m_Limit", param, nil), (Data(), param, nil), (NSNull(), param, nil), (Date(), param, nil),
    ]
    for row in rows {
      var query = Query.generic("s") + [kSecReturnAttributes: true]
      if let limit = row.limit { query[kSecMatchLimit] = limit }
      let answer = keychain.find(query)
      #expect(answer.status == row.status, "\(row)")
      guard row.status == ok else {
        #expect(answer.result == nil)
        continue
      }
      #expect((answer.result is NSArray) == (row.count != nil), "\(row)")
      if let count = row.count { #expect(answer.array.count == count, "\(row)") }
    }
  }

  @Test("A search with a limit returns the items that were created first") func firstOnes() throws {
    let keychain = try keychain(5)
    #expect(keychain.update(.generic("s", "0"), [kSecAttrComment: "touched"]) == ok)
    let query: Query = .generic("s") + [kSecReturnAttributes: true]
    #expect(keychain.find(query)[kSecAttrAccount] as? String == "0")
    let three = keychain.find(query + [kSecMatchLimit: 3]).array as? [NSDictionary]
    #expect(three?.map { $0[kSecAttrAccount] as? String } == ["0", "1", "2"])
    #expect(keychain.delete(.generic("s", "0")) == ok)
    #expect(keychain.add(.generic("s", "0")).status == ok)
    #expect(keychain.all(kSecAttrAccount, .generic("s")) == ["1", "2", "3", "4", "0"])
  }

  @Test("The result is NULL if no result is requested, or if nothing is found (D30)")
  func resultPointer() throws {
    let keychain = try keychain(1)
    keychain.perform {
      var result: CFTypeRef? = "left" as NSString
      #expect(SecItemCopyMatching(Query.generic("s") as CFDictionary, &result) == ok)
      #expect(result == nil)
      result = "left" as NSString
      #expect(SecItemCopyMatching(Query.generic("t") as CFDictionary, &result) == notFound)
      #expect(result == nil)
      result = "left" as NSString
      #expect(
        SecItemCopyMatching((Query.generic() + ["zzzz": 1]) as CFDictionary, &result) == noAttribute
      )
      #expect(result == nil)
      result = "left" as NSString
      #expect(SecItemAdd(Query.generic("new") as CFDictionary, &result) == ok)
      #expect(result == nil)
    }
  }

  @Test("Without a result pointer, a search returns only a status, whatever results are requested")
  func noPointer() throws {
    let keychain = try keychain(1)
    keychain.perform {
      let asked: Query = [kSecReturnData: true, kSecReturnAttributes: true, kSecReturnRef: true]
      #expect(SecItemCopyMatching((Query.generic("s") + asked) as CFDictionary, nil) == ok)
      #expect(SecItemCopyMatching((Query.generic("t") + asked) as CFDictionary, nil) == notFound)
      #expect(SecItemAdd((Query.generic("t") + asked) as CFDictionary, nil) == ok)
    }
  }

  @Test("A search for all items that requests no result gives an empty array") func emptyArray() throws {
    let keychain = try keychain(2)
    let answer = keychain.find(Query.generic("s").all)
    #expect(answer.status == ok)
    #expect(answer.result as? NSArray == NSArray())
  }
}
