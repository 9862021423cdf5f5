import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// The numbers of an RSA key, in the order of PKCS#1. The numbers are big-endian, without leading zeros.
///
/// The numbers are overwritten when the value is destroyed. Copies of the numbers are not overwritten.
package struct RSANumbers: ~Copyable {
  /// The modulus and the exponent. A private key also has the private exponent, both primes, both reduced exponents and
  /// the coefficient.
  var numbers: [[UInt8]] { memory.arrays }

  private let memory: WipedArrays

  package init(_ numbers: consuming [[UInt8]]) { memory = WipedArrays(numbers) }

  package var modulus: [UInt8] { numbers[0] }
  package var exponent: [UInt8] { numbers[1] }
  var isPrivate: Bool { numbers.count > 2 }

  /// Whether the modulus, the exponent or a prime is even.
  var hasEven: Bool {
    [0, 1, 3, 4].contains { numbers.indices.contains($0) && (numbers[$0].last ?? 0) & 1 == 0 }
  }

  /// Whether the byte counts of all numbers are in this range. The byte count of the number zero is 0.
  func haveByteCounts(in range: ClosedRange<Int>) -> Bool {
    numbers.allSatisfy { range.contains($0.count) }
  }

  /// The names of the numbers in OpenSSL.
  private static let names: [StaticString] = [
    "n", "e", "d", "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2",
    "rsa-coefficient1",
  ]
}

extension RSANumbers {
  /// Reads a PKCS#1 `RSAPublicKey`.
  package init(publicKey bytes: [UInt8]) throws(KeychainError) {
    self.init(try Self.read(bytes, hasVersion: false, count: 2))
  }

  /// Reads a PKCS#1 `RSAPrivateKey` with two primes.
  package init(privateKey bytes: [UInt8]) throws(KeychainError) {
    self.init(try Self.read(bytes, hasVersion: true, count: Self.names.count))
  }

  private static func read(
    _ bytes: [UInt8], hasVersion: Bool, count: Int
  ) throws(KeychainError) -> [[UInt8]] {
    var reader = DERReader(bytes[...])
    var content = try reader.read(.sequence)
    try reader.end()
    if hasVersion {
      guard try content.readNumber().isEmpty else {
        throw KeychainError(.parameter, "an RSA key of another version than 0")
      }
    }
    var numbers: [[UInt8]] = []
    for _ in 0..<count { numbers.append(Array(try content.readNumber())) }
    try content.end()
    return numbers
  }

  /// The numbers as PKCS#1 `RSAPublicKey`.
  package var publicRepresentation: [UInt8] {
    DERWriter.element(.sequence, DERWriter.number(modulus) + DERWriter.number(exponent))
  }

  /// The numbers as PKCS#1 `RSAPrivateKey`, version 0.
  var privateRepresentation: [UInt8] {
    DERWriter.element(
      .sequence, numbers.reduce(into: DERWriter.number([])) { $0 += DERWriter.number($1) })
  }
}

extension RSANumbers {
  /// Copies the modulus and the exponent from an OpenSSL key.
  init(publicPartOf key: OpaquePointer) throws(KeychainError) {
    self.init(try Self.numbers(of: key, Self.names.prefix(2)))
  }

  /// Copies all numbers from an OpenSSL private key.
  init(of key: OpaquePointer) throws(KeychainError) {
    self.init(try Self.numbers(of: key, Self.names[...]))
  }

  private static func numbers(
    of key: OpaquePointer, _ names: ArraySlice<StaticString>
  ) throws(KeychainError) -> [[UInt8]] {
    var numbers: [[UInt8]] = []
    for name in names {
      var number: OpaquePointer?
      let text = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      guard EVP_PKEY_get_bn_param(key, text, &number) == 1, let number else {
        throw openSSLFailure("read a number of a key")
      }
      defer { BN_clear_free(number) }
      var bytes = [UInt8](repeating: 0, count: Int((BN_num_bits(number) + 7) / 8))
      guard BN_bn2bin(number, &bytes) == bytes.count else {
        throw openSSLFailure("read a number of a key")
      }
      numbers.append(bytes)
    }
    return numbers
  }

  /// Creates an OpenSSL key from the numbers.
  func makeKey() throws(KeychainError) -> OpaquePointer {
    let parameters = KeyParameters()
    for (name, number) in zip(Self.names, numbers) { parameters.add(name, number: number) }
    return try parameters.makeKey("RSA", isPrivate: isPrivate)
  }
}

extension RSANumbers {
  /// Whether the private numbers belong to the modulus and the exponent (RFC 8017, section 3.2). Does not check whether
  /// the primes are prime, because that check would take long.
  package var areConsistent: Bool {
    let context = BN_CTX_new()
    let values = numbers.map { BN_bin2bn($0, Int32(clamping: $0.count), nil) }
    let (result, less) = (BN_new(), BN_new())
    defer {
      for each in values + [result, less] { BN_clear_free(each) }
      BN_CTX_free(context)
      ERR_clear_error()
    }
    guard context != nil, result != nil, less != nil, values.allSatisfy({ $0 != nil }),
      values.count == 8
    else { return false }
    let (exponent, privateExponent) = (values[1], values[2])
    guard BN_mul(result, values[3], values[4], context) == 1, BN_cmp(result, values[0]) == 0 else {
      return false
    }
    for (prime, reduced) in [(values[3], values[5]), (values[4], values[6])] {
      guard BN_copy(less, prime) != nil, BN_sub_word(less, 1) == 1,
        BN_nnmod(result, privateExponent, less, context) == 1, BN_cmp(result, reduced) == 0,
        BN_mod_mul(result, exponent, reduced, less, context) == 1, BN_is_one(result) == 1
      else { return false }
    }
    return BN_mod_mul(result, values[4], values[7], values[3], context) == 1
      && BN_is_one(result) == 1
  }
}
