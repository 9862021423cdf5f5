import COpenSSL

/// Names as extensions of certificates have them (RFC 5280, 4.2.1.6).
enum GeneralName {
  /// The address; nil for a name of another kind.
  static func address(_ name: UnsafePointer<GENERAL_NAME>) -> String? {
    guard name.pointee.type == GEN_URI, let text = name.pointee.d.uniformResourceIdentifier,
      let start = ASN1_STRING_get0_data(text)
    else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(text)))
    return String(decoding: bytes, as: UTF8.self)
  }
}
