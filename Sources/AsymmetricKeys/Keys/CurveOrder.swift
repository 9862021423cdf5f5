import COpenSSL
import KeychainModel
import OpenSSLSupport

/// The range of the private numbers of a curve.
enum CurveOrder {
  /// The orders of the curves, big-endian, with the byte count of a coordinate, which is sufficient
  /// for these curves. OpenSSL supplies them once.
  private static let orders: [EllipticCurve: [UInt8]] = {
    var orders: [EllipticCurve: [UInt8]] = [:]
    for curve in EllipticCurve.allCases { orders[curve] = order(of: curve) }
    return orders
  }()

  /// - Throws: `.parameter` unless the number is at least 1 and below the order of the curve.
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
