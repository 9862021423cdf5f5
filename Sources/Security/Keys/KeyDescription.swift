import Foundation
import AsymmetricKeys

/// The description of a key for a log (keys-and-certificates 1.1).
enum KeyDescription {
  static func text(of key: AsymmetricKey, address: String) -> String {
    let part = key.isPrivate ? "Private" : "Public"
    switch key.kind {
    case .rsa(let bitCount):
      let size = "\(bitCount) bits (block size: \(key.blockByteCount))"
      let numbers = key.isPrivate ? "" : rsaNumbers(of: key)
      return "<SecKeyRef algorithm id: 1, key type: RSA\(part)Key, version: 4, \(size), "
        + "\(numbers)\(address)>"
    case .ellipticCurve(let curve):
      let name = "kSecECCurve" + curve.secName.prefix(1).uppercased() + curve.secName.dropFirst()
      let size = "block size: \(curve.rawValue) bits"
      let point = key.publicRepresentation.dropFirst()
      let coordinates =
        key.isPrivate
        ? ""
        : "y: \(hex(point.suffix(curve.byteCount))), x: \(hex(point.prefix(curve.byteCount))), "
      return "<SecKeyRef curve type: \(name), algorithm id: 3, key type: EC\(part)Key, "
        + "version: 4, \(size), \(coordinates)\(address)>"
    }
  }

  private static func rsaNumbers(of key: AsymmetricKey) -> String {
    guard let numbers = key.rsaPublicNumbers else { return "" }
    let exponent = hex(numbers.exponent[...])
    return "exponent: \(exponent), modulus: \(hex(numbers.modulus[...])), "
  }

  private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { String(format: "%02X", $0) }.joined()
  }
}
