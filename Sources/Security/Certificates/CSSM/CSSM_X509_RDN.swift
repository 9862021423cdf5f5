/// A RelativeDistinguishedName of X.501: a set of attributes. Most sets have one attribute.
public struct CSSM_X509_RDN: BitwiseCopyable {
  /// The number of attributes.
  public var numberOfPairs: UInt32
  /// An array of the attributes.
  public var AttributeTypeAndValue: UnsafeMutablePointer<CSSM_X509_TYPE_VALUE_PAIR>!

  /// Makes an empty set.
  public init() { self.init(numberOfPairs: 0, AttributeTypeAndValue: nil) }

  /// Makes a set from its parts.
  public init(
    numberOfPairs: UInt32, AttributeTypeAndValue: UnsafeMutablePointer<CSSM_X509_TYPE_VALUE_PAIR>!
  ) {
    self.numberOfPairs = numberOfPairs
    self.AttributeTypeAndValue = AttributeTypeAndValue
  }
}
