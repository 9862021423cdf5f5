/// A set of attributes of a name: a RelativeDistinguishedName of X.501. Most have one.
public struct CSSM_X509_RDN: BitwiseCopyable {
  /// How many attributes there are.
  public var numberOfPairs: UInt32
  /// The attributes, one after the other.
  public var AttributeTypeAndValue: UnsafeMutablePointer<CSSM_X509_TYPE_VALUE_PAIR>!

  /// Nothing.
  public init() { self.init(numberOfPairs: 0, AttributeTypeAndValue: nil) }

  /// A structure with all of its parts.
  public init(
    numberOfPairs: UInt32, AttributeTypeAndValue: UnsafeMutablePointer<CSSM_X509_TYPE_VALUE_PAIR>!
  ) {
    self.numberOfPairs = numberOfPairs
    self.AttributeTypeAndValue = AttributeTypeAndValue
  }
}
