/// The name of a subject or an issuer.
public struct CSSM_X509_NAME: BitwiseCopyable {
  /// How many sets of attributes there are.
  public var numberOfRDNs: UInt32
  /// The sets, one after the other; nil when the name is empty.
  public var RelativeDistinguishedName: UnsafeMutablePointer<CSSM_X509_RDN>!

  /// Nothing.
  public init() { self.init(numberOfRDNs: 0, RelativeDistinguishedName: nil) }

  /// A structure with all of its parts.
  public init(numberOfRDNs: UInt32, RelativeDistinguishedName: UnsafeMutablePointer<CSSM_X509_RDN>!) {
    self.numberOfRDNs = numberOfRDNs
    self.RelativeDistinguishedName = RelativeDistinguishedName
  }
}
