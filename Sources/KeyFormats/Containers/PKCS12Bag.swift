import COpenSSL
import OpenSSLSupport

/// One value of a PKCS#12 file, and what the file says by which the values belong together.
struct PKCS12Bag<Value: Sendable>: Sendable {
  let value: Value
  /// Some bytes; nil when the bag has none.
  let localKeyIdentifier: [UInt8]?
  /// UTF-8; nil when the bag has none.
  let friendlyName: [UInt8]?

  init(value: Value, localKeyIdentifier: [UInt8]?, friendlyName: [UInt8]?) {
    self.value = value
    self.localKeyIdentifier = localKeyIdentifier
    self.friendlyName = friendlyName
  }

  /// What OpenSSL knows of a bag.
  init(_ value: Value, _ bag: OpaquePointer) {
    self.value = value
    localKeyIdentifier = Self.octets(PKCS12_SAFEBAG_get0_attr(bag, NID_localKeyID))
    friendlyName = PKCS12_get_friendlyname(bag).map { name in
      defer { CRYPTO_free(name, nil, 0) }
      return String(cString: name).utf8.map(\.self)
    }
    ERR_clear_error()
  }

  /// Whether the file says that a value belongs to this one: by identifier, or by name where this one
  /// has no identifier. One that has neither stands alone (keys-and-certificates 5.1).
  func isJoined(to other: PKCS12Bag<some Sendable>) -> Bool {
    if let localKeyIdentifier { return other.localKeyIdentifier == localKeyIdentifier }
    guard let friendlyName else { return false }
    return other.friendlyName == friendlyName
  }

  private static func octets(_ attribute: UnsafePointer<ASN1_TYPE>?) -> [UInt8]? {
    guard let attribute, attribute.pointee.type == V_ASN1_OCTET_STRING,
      let string = attribute.pointee.value.octet_string,
      let start = ASN1_STRING_get0_data(string)
    else { return nil }
    return Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(string))))
  }
}
