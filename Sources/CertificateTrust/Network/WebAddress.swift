import COpenSSL

/// The addresses in the extensions of certificates (RFC 5280, 4.2.2.1 and 4.2.1.13).
enum WebAddress {
  /// The address in a general name; nil for a name of another kind.
  static func of(_ name: UnsafePointer<GENERAL_NAME>) -> String? {
    guard name.pointee.type == GEN_URI, let text = name.pointee.d.uniformResourceIdentifier,
      let start = ASN1_STRING_get0_data(text)
    else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(text)))
    return String(decoding: bytes, as: UTF8.self)
  }
}
