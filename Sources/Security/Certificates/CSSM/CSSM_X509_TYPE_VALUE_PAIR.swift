/// An attribute of a name.
public struct CSSM_X509_TYPE_VALUE_PAIR: BitwiseCopyable {
  /// The object identifier of the attribute.
  public var type: CSSM_OID
  /// The BER tag of the value. It names the string type.
  public var valueType: CSSM_BER_TAG
  /// The content octets of the value, without tag and length.
  public var value: CSSM_DATA

  /// Makes an attribute whose parts are empty.
  public init() { self.init(type: CSSM_OID(), valueType: 0, value: CSSM_DATA()) }

  /// Makes an attribute from its parts.
  public init(type: CSSM_OID, valueType: CSSM_BER_TAG, value: CSSM_DATA) {
    self.type = type
    self.valueType = valueType
    self.value = value
  }
}
