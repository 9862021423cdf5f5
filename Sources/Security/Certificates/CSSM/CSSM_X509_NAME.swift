/// The name of a subject or an issuer.
public struct CSSM_X509_NAME: BitwiseCopyable {
  /// The number of relative distinguished names.
  public var numberOfRDNs: UInt32
  /// An array of the relative distinguished names; nil if the name is empty.
  public var RelativeDistinguishedName: UnsafeMutablePointer<CSSM_X509_RDN>!

  /// Makes an empty name.
  public init() { self.init(numberOfRDNs: 0, RelativeDistinguishedName: nil) }

  /// Makes a name from its parts.
  public init(numberOfRDNs: UInt32, RelativeDistinguishedName: UnsafeMutablePointer<CSSM_X509_RDN>!) {
    self.numberOfRDNs = numberOfRDNs
    self.RelativeDistinguishedName = RelativeDistinguishedName
  }
}
