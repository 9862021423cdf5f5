import COpenSSL
import OpenSSLSupport

/// A value in a PKCS#12 file, with the identifier and the name that connect it with other values.
struct PKCS12Bag<Value: Sendable>: Sendable {
  let value: Value
  /// The local key identifier; nil when the bag has none.
  let localKeyIdentifier: [UInt8]?
  /// The friendly name in UTF-8; nil when the bag has none.
  let friendlyName: [UInt8]?

  init(value: Value, localKeyIdentifier: [UInt8]?, friendlyName: [UInt8]?) {
    self.value = value
    self.localKeyIdentifier = localKeyIdentifier
    self.friendlyName = friendlyName
  }

  /// Reads the identifier and the name from an OpenSSL bag.
  init(_ value: Value, _ bag: OpaquePointer) {
    self.value = value
    localKeyIdentifier = Self.octets(PKCS12_SAFEBAG_get0_attr(bag, NID_localKeyID))
    friendlyName = PKCS12_get_friendlyname(bag).map { name in
      defer { CRYPTO_free(name, nil, 0) }
      return String(cString: name).utf8.map(\.self)
    }
    ERR_clear_error()
  }

  /// Whether the file connects another value with this value.
  ///
  /// Equal identifiers connect two values. If this value has no identifier, equal names connect them.
  /// A value without an identifier and a name is not connected (keys-and-certificates 5.1).
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
