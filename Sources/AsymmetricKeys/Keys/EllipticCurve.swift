import COpenSSL
import KeychainModel
import OpenSSLSupport

/// The NIST curves over prime fields. The raw value is the size of a key in bits
/// (specification: keys-and-certificates 1.2).
package enum EllipticCurve: Int, Sendable, CaseIterable, Hashable {
  case p192 = 192
  case p224 = 224
  case p256 = 256
  case p384 = 384
  case p521 = 521

  /// The size of a coordinate, and also of a private number, in bytes.
  package var byteCount: Int { (rawValue + 7) / 8 }

  /// The size of an uncompressed point in bytes: `04 ‖ X ‖ Y`.
  package var pointByteCount: Int { 1 + 2 * byteCount }

  /// The size of a private key's external form in bytes: `04 ‖ X ‖ Y ‖ K`.
  package var privateByteCount: Int { 1 + 3 * byteCount }

  /// Returns the curve whose uncompressed points have this size; nil when there is no such curve.
  package init?(pointByteCount: Int) {
    guard let curve = Self.allCases.first(where: { $0.pointByteCount == pointByteCount }) else {
      return nil
    }
    self = curve
  }

  /// Returns the curve whose private keys have this size in the external form; nil when there is no such curve.
  package init?(privateByteCount: Int) {
    guard let curve = Self.allCases.first(where: { $0.privateByteCount == privateByteCount }) else {
      return nil
    }
    self = curve
  }

  /// The name of the curve in OpenSSL.
  package var openSSLName: StaticString {
    switch self {
    case .p192: "prime192v1"
    case .p224: "secp224r1"
    case .p256: "prime256v1"
    case .p384: "secp384r1"
    case .p521: "secp521r1"
    }
  }

  /// The content octets of the object identifier of the curve.
  package var objectIdentifier: [UInt8] {
    switch self {
    case .p192: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x01]
    case .p224: [0x2B, 0x81, 0x04, 0x00, 0x21]
    case .p256: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    case .p384: [0x2B, 0x81, 0x04, 0x00, 0x22]
    case .p521: [0x2B, 0x81, 0x04, 0x00, 0x23]
    }
  }

  /// The name of the curve in SEC 2.
  package var secName: String { "secp\(rawValue)r1" }
}

/// Checks that a private number is in the range of its curve.
enum CurveOrder {
  /// The order of each curve, as a big-endian number. OpenSSL supplies the orders. The order of each of these curves
  /// fits into the byte count of a coordinate.
  private static let orders: [EllipticCurve: [UInt8]] = {
    var orders: [EllipticCurve: [UInt8]] = [:]
    for curve in EllipticCurve.allCases { orders[curve] = order(of: curve) }
    return orders
  }()

  /// Throws an error if a private number is not in the range of the curve: at least 1 and less than the order of the
  /// curve.
  ///
  /// - Throws: `.parameter` when the number is out of range.
  static func check(_ number: [UInt8], on curve: EllipticCurve) throws(KeychainError) {
    guard let order = orders[curve] else { throw openSSLFailure("read the order of a curve") }
    guard number.count == order.count, number.contains(where: { $0 != 0 }),
      number.lexicographicallyPrecedes(order)
    else { throw KeychainError(.parameter, "the private number is out of range") }
  }

  private static func order(of curve: EllipticCurve) -> [UInt8]? {
    _ = OpenSSLInitialization.isDone
    let name = UnsafeRawPointer(curve.openSSLName.utf8Start).assumingMemoryBound(to: CChar.self)
    guard let group = EC_GROUP_new_by_curve_name(OBJ_txt2nid(name)) else { return nil }
    defer { EC_GROUP_free(group) }
    var bytes = [UInt8](repeating: 0, count: curve.byteCount)
    guard let order = EC_GROUP_get0_order(group),
      BN_bn2binpad(order, &bytes, Int32(bytes.count)) == Int32(bytes.count)
    else { return nil }
    return bytes
  }
}
