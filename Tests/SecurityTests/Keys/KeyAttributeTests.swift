import Foundation
import Security
import Testing

/// Tests the attributes of keys (specification: keys-and-certificates 1.1, 1.6 to 1.8).
@Suite struct KeyAttributeTests {
  private struct Row {
    let key: SecKey
    let isRSA: Bool
    let isPrivate: Bool
    let bits: Int
  }

  private func rows() throws -> [Row] {
    var rows: [Row] = []
    for bits in TestKeys.rsaBitCounts {
      let key = try TestKeys.rsa(bits)
      rows.append(Row(key: key, isRSA: true, isPrivate: true, bits: bits))
      rows.append(Row(key: try key.publicPart, isRSA: true, isPrivate: false, bits: bits))
    }
    for bits in TestKeys.curveBitCounts {
      let key = try TestKeys.curve(bits)
      rows.append(Row(key: key, isRSA: false, isPrivate: true, bits: bits))
      rows.append(Row(key: try key.publicPart, isRSA: false, isPrivate: false, bits: bits))
    }
    return rows
  }

  @Test func attributes() throws {
    for row in try rows() {
      let attributes = try row.key.attributes
      #expect(attributes["class"] as? String == "keys")
      #expect(attributes["kcls"] as? String == (row.isPrivate ? "1" : "0"))
      #expect(attributes["type"] as? String == (row.isRSA ? "42" : "73"))
      #expect(attributes["bsiz"] as? Int == row.bits)
      #expect(attributes["esiz"] as? Int == row.bits)
      #expect((attributes["klbl"] as? Data)?.count == 20)
      #expect(attributes["v_Data"] as? Data == (try row.key.representation))
      #expect(attributes["tkid"] == nil)
      let flags: [String: Bool] = [
        "perm": true, "priv": true, "modi": true, "sens": false, "asen": false, "extr": true,
        "next": false, "snrc": false, "vyrc": false,
        "encr": !row.isPrivate, "decr": row.isPrivate || row.isRSA,
        "drve": row.isPrivate && !row.isRSA, "sign": row.isPrivate, "vrfy": !row.isPrivate,
        "wrap": !row.isPrivate, "unwp": row.isPrivate,
      ]
      for (name, flag) in flags { #expect(attributes[name] as? Bool == flag, "\(name) \(row)") }
      #expect(Set(attributes.keys).subtracting(flags.keys).count == 7)
    }
  }

  @Test func bothHalvesHaveOneLabel() throws {
    for row in try rows() {
      let label = try row.key.attributes["klbl"] as? Data
      #expect(label == (try row.key.publicPart.attributes["klbl"] as? Data))
    }
  }

  @Test func blockSizes() throws {
    for row in try rows() {
      #expect(SecKeyGetBlockSize(row.key) == (row.bits + 7) / 8)
      #expect(SecKeyGetBlockSize(try row.key.publicPart) == (row.bits + 7) / 8)
    }
  }

  @Test func equality() throws {
    for row in try rows() {
      let type = row.isRSA ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeEC
      let keyClass = row.isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic
      let again = try #require(SecKey.made(of: try row.key.representation, type, keyClass).value)
      #expect(again !== row.key)
      #expect(again == row.key && CFEqual(again, row.key))
      #expect(again.hash == row.key.hash && CFHash(again) == CFHash(row.key))
      #expect(CFGetTypeID(again) == SecKeyGetTypeID())
      let open = try row.key.publicPart
      #expect((open == row.key) == !row.isPrivate)
      #expect(try open.publicPart == open)
    }
    #expect(try TestKeys.curve(256) != TestKeys.curve(384))
    #expect(try TestKeys.curve(256).isEqual("a string") == false)
  }

  @Test("Private keys with equal points and different numbers are different") func mixedKeys() throws {
    let bytes = try TestKeys.curve(256).representation
    var other = bytes
    other[other.count - 1] ^= 1
    let made = try #require(
      SecKey.made(of: other, kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate).value)
    #expect(try made != TestKeys.curve(256))
    #expect(try made.representation == other)
    #expect(try made.publicPart == TestKeys.curve(256).publicPart)
  }

  @Test func descriptions() throws {
    func digits(_ data: some Sequence<UInt8>) -> String {
      data.map { String(format: "%02X", $0) }.joined()
    }
    for row in try rows() {
      let text = row.key.description
      let half = row.isPrivate ? "Private" : "Public"
      let address =
        "addr: 0x"
        + String(UInt(bitPattern: Unmanaged.passUnretained(row.key).toOpaque()), radix: 16) + ">"
      #expect(text.hasSuffix(address), "\(text)")
      if row.isRSA {
        #expect(
          text.hasPrefix(
            "<SecKeyRef algorithm id: 1, key type: RSA\(half)Key, version: 4, \(row.bits) bits "
              + "(block size: \((row.bits + 7) / 8)), "))
        #expect(text.contains("exponent: 010001, modulus: ") == !row.isPrivate)
      } else {
        let start =
          "<SecKeyRef curve type: kSecECCurveSecp\(row.bits)r1, algorithm id: 3, key type: "
        #expect(
          text.hasPrefix(start + "EC\(half)Key, version: 4, block size: \(row.bits) bits, "))
        let point = try row.key.publicPart.representation.dropFirst()
        let count = point.count / 2
        let numbers = "y: \(digits(point.suffix(count))), x: \(digits(point.prefix(count))), "
        #expect(text.contains(numbers) == !row.isPrivate)
      }
      // The description must not contain the private number.
      if row.isPrivate { #expect(!text.contains(digits(try row.key.representation.suffix(16)))) }
    }
  }
}
