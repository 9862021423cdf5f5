/// An attribute of a name.
public struct CSSM_X509_TYPE_VALUE_PAIR: BitwiseCopyable {
  /// Which attribute it is.
  public var type: CSSM_OID
  /// The tag of the value, which says what kind of string it is.
  public var valueType: CSSM_BER_TAG
  /// The value: its content, without tag and length.
  public var value: CSSM_DATA

  /// Nothing.
  public init() { self.init(type: CSSM_OID(), valueType: 0, value: CSSM_DATA()) }

  /// A structure with all of its parts.
  public init(type: CSSM_OID, valueType: CSSM_BER_TAG, value: CSSM_DATA) {
    self.type = type
    self.valueType = valueType
    self.value = value
  }
}
