import AsymmetricKeys
import COpenSSL
import KeychainModel

extension Certificate {
  /// The other encodings of the certificate that anyone can create without the signer's key. Each elliptic-curve
  /// signature (r, s) has a second valid form (r, n - s), where n is the order of the curve. The certificate does not
  /// name the signer's curve, so there is one second form for each possible curve. Absent parameters of the signature
  /// algorithm can also be replaced with NULL, and NULL can be removed.
  package var signatureVariants: [[UInt8]] {
    var reader = DERReader(der[...])
    guard var certificate = try? reader.read(.sequence),
      let content = try? certificate.readAny().whole, (try? certificate.readAny()) != nil
    else { return [] }
    let signatures = [Array(certificate.rest)] + Self.malleableSignatures(certificate)
    let variants = writtenAlgorithms.flatMap { algorithm in
      signatures.map { DERWriter.element(.sequence, Array(content) + algorithm + $0) }
    }
    return variants.filter { $0 != der }
  }

  /// The bit strings of the second forms of the signature. The array is empty when the signature is not an
  /// elliptic-curve signature.
  private static func malleableSignatures(_ bits: DERReader) -> [[UInt8]] {
    var reader = bits
    guard var bits = try? reader.read(.bitString), bits.skipNoUnusedBits(),
      var signature = try? bits.read(.sequence),
      let r = try? signature.readAny().whole, let s = try? signature.readNumber(),
      signature.isAtEnd
    else { return [] }
    return CurveOrders.differences(from: Array(s)).map { other in
      let signature = DERWriter.element(.sequence, Array(r) + DERWriter.number(other))
      return DERWriter.element(.bitString, [0] + signature)
    }
  }
}

extension DERReader {
  /// Skips the octet of a bit string that states the number of unused bits. Returns false unless that number is zero.
  fileprivate mutating func skipNoUnusedBits() -> Bool {
    guard rest.first == 0 else { return false }
    self = DERReader(rest.dropFirst())
    return true
  }
}

/// The orders (the numbers of points) of the curves whose signatures OpenSSL can verify.
private enum CurveOrders {
  private static let names = [
    NID_X9_62_prime256v1, NID_secp384r1, NID_secp521r1, NID_secp224r1, NID_secp256k1,
    NID_brainpoolP256r1, NID_brainpoolP384r1, NID_brainpoolP512r1,
  ]

  private static let orders: [[UInt8]] = names.compactMap { name in
    guard let group = EC_GROUP_new_by_curve_name(name) else { return nil }
    defer { EC_GROUP_free(group) }
    guard let order = EC_GROUP_get0_order(group) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(order) + 7) / 8)
    return BN_bn2bin(order, &bytes) == Int32(bytes.count) ? bytes : nil
  }

  /// The difference between each order and a number. Orders that are less than the number are omitted.
  static func differences(from number: [UInt8]) -> [[UInt8]] {
    orders.compactMap { order in
      guard number.count <= order.count else { return nil }
      var result = order
      var borrow = 0
      for place in 0..<order.count {
        let digit = place < number.count ? Int(number[number.count - 1 - place]) : 0
        let difference = Int(order[order.count - 1 - place]) - digit - borrow
        borrow = difference < 0 ? 1 : 0
        result[order.count - 1 - place] = UInt8(truncatingIfNeeded: difference)
      }
      return borrow == 0 ? result : nil
    }
  }
}
