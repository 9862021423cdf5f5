import KeychainModel

/// The two numbers of an ECDSA signature. A signature has two encodings: X9.62 and RFC 4754.
struct ECDSASignature {
  private let r: [UInt8]
  private let s: [UInt8]

  /// Reads the X9.62 encoding: `SEQUENCE { INTEGER r, INTEGER s }`.
  init(der bytes: [UInt8]) throws(KeychainError) {
    var reader = DERReader(bytes[...])
    var content = try reader.read(.sequence)
    try reader.end()
    r = Array(try content.readNumber())
    s = Array(try content.readNumber())
    try content.end()
  }

  /// Reads the RFC 4754 encoding: `r ‖ s`. Returns nil unless the length is twice the byte count of a coordinate.
  init?(fixedWidth bytes: UnsafeRawBufferPointer, _ width: Int) {
    guard bytes.count == 2 * width else { return nil }
    r = Array(bytes.prefix(width))
    s = Array(bytes.suffix(width))
  }

  var der: [UInt8] {
    DERWriter.element(.sequence, DERWriter.number(r) + DERWriter.number(s))
  }

  /// Writes the RFC 4754 encoding: `r ‖ s`.
  ///
  /// - Throws: `.parameter` when a number is longer than a coordinate.
  func fixedWidth(_ width: Int) throws(KeychainError) -> [UInt8] {
    guard r.count <= width, s.count <= width else {
      throw KeychainError(.parameter, "a number of the signature is too long for the curve")
    }
    func pad(_ number: [UInt8]) -> [UInt8] {
      [UInt8](repeating: 0, count: width - number.count) + number
    }
    return pad(r) + pad(s)
  }
}
