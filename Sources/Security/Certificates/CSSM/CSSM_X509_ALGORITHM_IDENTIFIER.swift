/// An algorithm, and what else has to be known of it.
public struct CSSM_X509_ALGORITHM_IDENTIFIER: BitwiseCopyable {
  /// Which algorithm it is.
  public var algorithm: CSSM_OID
  /// The DER of its parameters; no bytes when there are none.
  public var parameters: CSSM_DATA

  /// Nothing.
  public init() { self.init(algorithm: CSSM_OID(), parameters: CSSM_DATA()) }

  /// A structure with all of its parts.
  public init(algorithm: CSSM_OID, parameters: CSSM_DATA) {
    self.algorithm = algorithm
    self.parameters = parameters
  }
}
