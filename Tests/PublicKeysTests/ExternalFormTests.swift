import KeychainModel
import TestSupport
import Testing

@testable import AsymmetricKeys

/// A malformed key causes an error or a wrong result, but no crash and no long computation.
@Suite struct ExternalFormTests {
  private static let rsa = Result { try AsymmetricKey.generateRSA(bitCount: 512) }

  /// Reads bytes as all kinds of keys, and performs all operations with the resulting keys.
  private func tryEverything(_ bytes: [UInt8]) {
    for keyClass in [KeyClass.public, .private] {
      for type in KeyType.allCases {
        guard
          case .asymmetric(let key)? = try? KeyMaterial(
            keyClass, typeNumber: type.rawValue, data: bytes)
        else { continue }
        use(key)
      }
    }
  }

  private func use(_ key: AsymmetricKey) {
    _ = try? key.externalRepresentation()
    _ = try? key.publicKey()
    _ = try? key.publicKeyHash()
    let block = [UInt8](repeating: 0x11, count: key.blockByteCount)
    for name in [
      "sign:RSA:raw", "sign:RSA:message-PKCS1v15:SHA1", "sign:RSA:message-PSS:SHA1:SHA1:20",
      "sign:ECDSA:message-X962:SHA256", "sign:ECDSA:message-RFC4754:SHA256",
    ] {
      _ = try? key.sign([1, 2, 3], name)
      _ = try? key.verify(block, of: [1, 2, 3], name)
    }
    for name in [
      "encrypt:RSA:raw", "encrypt:RSA:PKCS1", "encrypt:RSA:OAEP:SHA1",
      "encrypt:RSA:OAEP:SHA1:AESGCM", "encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM",
    ] {
      _ = try? key.encrypt([1], name)
      _ = try? key.decrypt(block + block + block, name)
      _ = try? key.decrypt(block, name)
    }
    if case .ellipticCurve(let curve) = key.kind, let other = try? AsymmetricKey.generate(on: curve) {
      _ = try? key.sharedSecret(with: other)
    }
  }

  private func isRefused(_ bytes: [UInt8], isPrivate: Bool) -> Bool {
    do {
      _ =
        isPrivate
        ? try AsymmetricKey(rsaPrivateKey: bytes) : try AsymmetricKey(rsaPublicKey: bytes)
      return false
    } catch {
      return error.code == .parameter
    }
  }

  @Test func partsOfKeysAreRefused() throws {
    let rsa = try Self.rsa.get()
    let own = try rsa.externalRepresentation()
    let open = rsa.publicRepresentation
    for count in own.indices {
      #expect(isRefused(Array(own.prefix(count)), isPrivate: true))
    }
    for whole in [open, TestDER.rsaPublicKeyInfo(open)] {
      #expect(!isRefused(whole, isPrivate: false))
      for count in whole.indices {
        #expect(isRefused(Array(whole.prefix(count)), isPrivate: false))
      }
      #expect(isRefused(whole + [0], isPrivate: false))
    }
    #expect(isRefused(own + [0], isPrivate: true))
    for curve in EllipticCurve.allCases {
      let key = try AsymmetricKey.generate(on: curve)
      let bytes = try key.externalRepresentation()
      for count in 0...bytes.count + 1 where count != bytes.count {
        let part = Array((bytes + [0]).prefix(count))
        // `part` may have the length of a private key on another curve, or the length of the public point.
        #expect((try? AsymmetricKey(ellipticCurvePrivateKey: part)) == nil)
        let open = try? AsymmetricKey(ellipticCurvePoint: part)
        #expect((open != nil) == (count == curve.pointByteCount))
      }
    }
  }

  @Test func changedBytesOfRSAKeysTrapNothing() throws {
    let rsa = try Self.rsa.get()
    let own = try rsa.externalRepresentation()
    let info = TestDER.rsaPublicKeyInfo(rsa.publicRepresentation)
    for whole in [own, info] {
      for index in whole.indices {
        for change: UInt8 in [0x01, 0x80, 0xFF] {
          var bytes = whole
          bytes[index] ^= change
          tryEverything(bytes)
        }
      }
    }
  }

  @Test(arguments: [EllipticCurve.p192, .p256, .p521])
  func changedBytesOfCurvesTrapNothing(curve: EllipticCurve) throws {
    let key = try AsymmetricKey.generate(on: curve)
    let whole = try key.externalRepresentation()
    for index in whole.indices {
      for change: UInt8 in [0x01, 0x80] {
        var bytes = whole
        bytes[index] ^= change
        // A point with one changed bit is not on the curve.
        if index < curve.pointByteCount {
          #expect((try? AsymmetricKey(ellipticCurvePrivateKey: bytes)) == nil)
        }
        tryEverything(bytes)
        tryEverything(Array(bytes.prefix(curve.pointByteCount)))
      }
    }
  }

  @Test func whatIsNotDERIsRefused() throws {
    let rsa = try Self.rsa.get()
    let (n, e) = try #require(rsa.rsaPublicNumbers)
    let numbers = TestDER.number(n) + TestDER.number(e)
    let count = UInt8(numbers.count)
    for bytes: [UInt8] in [
      [], [0x30], [0x30, 0x00], [0x30, 0x80], [0x30, 0x84], [0x30, 0xFF],
      [0x30, 0x85, 1, 0, 0, 0, 0],
      // The lengths of these sequences are indefinite, not in the shortest form, too large, or too small.
      [0x30, 0x80] + numbers + [0, 0], [0x30, 0x81, count] + numbers,
      [0x30, 0x82, 0, count] + numbers, [0x30, count + 1] + numbers, [0x30, count - 1] + numbers,
      [0x30, 0x84, 0, 0, 0, count] + numbers,
      [0x30, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + numbers,
      [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF] + numbers,
      // These elements have wrong tags.
      [0x31, count] + numbers, [0x10, count] + numbers, [0x3F, 0x10, count] + numbers,
      TestDER.element(0x30, TestDER.element(0x04, n) + TestDER.number(e)),
      // These sequences contain an invalid number (negative, with a leading zero, or empty), a wrong count of numbers,
      // or another public key information.
      TestDER.element(0x30, TestDER.element(0x02, n) + TestDER.number(e)),
      TestDER.element(0x30, TestDER.element(0x02, [0, 0] + n) + TestDER.number(e)),
      TestDER.element(0x30, TestDER.number(n) + TestDER.element(0x02, [0, 1, 0, 1])),
      TestDER.element(0x30, TestDER.number(n) + TestDER.element(0x02, [0xFF])),
      TestDER.element(0x30, TestDER.number(n) + TestDER.element(0x02, [])),
      TestDER.numbers([n]), TestDER.numbers([n, e, e]),
      TestDER.rsaPublicKeyInfo(TestDER.rsaPublicKeyInfo(rsa.publicRepresentation)),
    ] where bytes != [0x30, count] + numbers {
      #expect(isRefused(bytes, isPrivate: false), "\(bytes.prefix(8))")
      #expect(isRefused(TestDER.rsaPublicKeyInfo(bytes), isPrivate: false))
      tryEverything(bytes)
    }
    let own = try rsa.externalRepresentation()
    #expect(isRefused(TestDER.rsaPrivateKeyInfo(own), isPrivate: true))
    // The reader rejects version 1, and a wrong count of numbers.
    var all = TestDER.numbers(in: own)
    all[0] = [1]
    #expect(isRefused(TestDER.numbers(all), isPrivate: true))
    all[0] = []
    #expect(!isRefused(TestDER.numbers(all), isPrivate: true))
    #expect(isRefused(TestDER.numbers(all + [[3]]), isPrivate: true))
    #expect(isRefused(TestDER.numbers(all.dropLast()), isPrivate: true))
    for place in [4, 5] {
      var even = all
      even[place][even[place].count - 1] &= 0xFE
      #expect(isRefused(TestDER.numbers(even), isPrivate: true))
    }
  }

  @Test func numbersThatMakeNoRSAKeyAreRefused() throws {
    let rsa = try Self.rsa.get()
    let (n, e) = try #require(rsa.rsaPublicNumbers)
    var even = n
    even[even.count - 1] &= 0xFE
    for (modulus, exponent): ([UInt8], [UInt8]) in [
      ([], e), ([0], e), ([1], e), ([2], [3]), (even, e), (n, []), (n, [1]), (n, [2]),
      (n, [1, 0, 0]), (n, [1] + n), ([UInt8](repeating: 0xFF, count: 1025), e),
      ([1] + [UInt8](repeating: 0xFF, count: 1024), e),
      ([UInt8](repeating: 0xFF, count: 1 << 20), e),
    ] {
      let bytes = TestDER.numbers([modulus, exponent])
      #expect(isRefused(bytes, isPrivate: false), "\(modulus.prefix(4)) \(exponent.prefix(4))")
      tryEverything(bytes)
    }
  }

  @Test func smallModuliTrapNothing() {
    for modulus in stride(from: UInt8(1), through: 255, by: 2) {
      tryEverything(TestDER.numbers([[modulus], [3]]))
      tryEverything(TestDER.numbers([[modulus, modulus], [1, 0, 1]]))
    }
  }

  /// The keys have a modulus of 8192 bits. One of them has an exponent of the same size. The verification must not take
  /// long.
  @Test func hugeExponentsTakeNoLongTime() throws {
    let digits = [UInt8](repeating: 0xFF, count: 1024)
    var exponents: [[UInt8]] = [[1, 0, 1], Array(digits.prefix(8))]
    exponents.append(digits.dropLast() + [0x01])
    for exponent in exponents {
      let key = try AsymmetricKey(rsaPublicKey: TestDER.numbers([digits, exponent]))
      let time = processorTime { use(key) }
      #expect(time < .seconds(10))
    }
  }

  /// A private number that is longer than the modulus is rejected, because OpenSSL would compute for days.
  @Test func hugePrivateNumbersAreRefused() throws {
    let all = TestDER.numbers(in: try Self.rsa.get().externalRepresentation())
    let huge = [UInt8](repeating: 0xFF, count: 1 << 20)
    for index in 3..<9 {
      var numbers = all
      numbers[index] = huge
      #expect(isRefused(TestDER.numbers(numbers), isPrivate: true))
      numbers[index] = [UInt8](repeating: 0xFF, count: all[1].count + 1)
      #expect(isRefused(TestDER.numbers(numbers), isPrivate: true))
      numbers[index] = []
      #expect(isRefused(TestDER.numbers(numbers), isPrivate: true))
    }
  }

  /// Each private number is valid, but the numbers do not belong together. The key must not create a valid signature.
  @Test func inconsistentPrivateNumbersSignNothing() throws {
    let rsa = try Self.rsa.get()
    let all = TestDER.numbers(in: try rsa.externalRepresentation())
    let name = "sign:RSA:message-PKCS1v15:SHA256"
    var changes: [[[UInt8]]] = []
    // The order of the numbers: version, n, e, d, p, q, d mod (p - 1), d mod (q - 1), the inverse of q.
    for index in 4..<9 {
      for value: [UInt8] in [[1], [2], [3], all[1], all[5]] where all[index] != value {
        var numbers = all
        numbers[index] = value
        // The test also changes d. Otherwise, OpenSSL would detect the wrong result of the reduced exponents, and would
        // sign with the correct d.
        numbers[3] = [5]
        changes.append(numbers)
      }
    }
    for numbers in changes {
      guard let key = try? AsymmetricKey(rsaPrivateKey: TestDER.numbers(numbers)) else { continue }
      if let signature = try? key.sign([1], name) {
        #expect(try rsa.publicKey().verify(signature, of: [1], name) == false)
      }
      use(key)
    }
    #expect(!changes.isEmpty)
  }

  @Test func privateNumbersOfCurvesAreInRange() throws {
    for curve in EllipticCurve.allCases {
      let point = try AsymmetricKey.generate(on: curve).publicRepresentation
      let order = curve.publishedOrder
      func isRead(_ number: [UInt8]) -> Bool {
        (try? AsymmetricKey(ellipticCurvePrivateKey: point + number)) != nil
      }
      var last = order
      last[last.count - 1] -= 1
      var next = order
      next[next.count - 1] += 1
      let zeros = [UInt8](repeating: 0, count: order.count)
      #expect(!isRead(zeros))
      #expect(isRead(zeros.dropLast() + [1]))
      #expect(isRead(last))
      #expect(!isRead(order))
      #expect(!isRead(next))
      #expect(!isRead([UInt8](repeating: 0xFF, count: order.count)))
    }
  }

  @Test func pointsAreOnTheCurveAndUncompressed() throws {
    for curve in EllipticCurve.allCases {
      let point = try AsymmetricKey.generate(on: curve).publicRepresentation
      let x = Array(point[1...curve.byteCount])
      func isRead(_ bytes: [UInt8]) -> Bool {
        (try? AsymmetricKey(ellipticCurvePoint: bytes)) != nil
      }
      let parity = point[point.count - 1] & 1
      #expect(isRead(point))
      // The reader rejects the point at infinity, the compressed form, and the hybrid form, which has the parity in its
      // first byte.
      #expect(!isRead([0]))
      #expect(!isRead([2 + parity] + x))
      for first: UInt8 in [0, 1, 2, 3, 5, 6, 7, 0x84] {
        #expect(!isRead([first] + point.dropFirst()))
      }
      #expect(!isRead([4] + [UInt8](repeating: 0, count: 2 * curve.byteCount)))
      #expect(!isRead([4] + [UInt8](repeating: 0xFF, count: 2 * curve.byteCount)))
      #expect(!isRead([4] + x + x))
    }
  }
}
