@testable import AsymmetricKeys

extension EllipticCurve {
  /// The order of the curve (FIPS 186-4, D.1.2), padded to the byte count of a coordinate.
  var publishedOrder: [UInt8] {
    switch self {
    case .p192: bytes("ffffffffffffffffffffffff99def836146bc9b1b4d22831")
    case .p224: bytes("ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d")
    case .p256: bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    case .p384:
      bytes(
        "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf"
          + "581a0db248b0a77aecec196accc52973")
    case .p521:
      bytes(
        "01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa"
          + "51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409")
    }
  }
}
