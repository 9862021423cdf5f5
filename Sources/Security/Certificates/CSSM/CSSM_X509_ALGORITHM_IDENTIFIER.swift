/// An algorithm with its parameters.
public struct CSSM_X509_ALGORITHM_IDENTIFIER: BitwiseCopyable {
  /// The object identifier of the algorithm.
  public var algorithm: CSSM_OID
  /// The DER of the parameters; empty if there are none.
  public var parameters: CSSM_DATA

  /// Makes a structure whose parts are empty.
  public init() { self.init(algorithm: CSSM_OID(), parameters: CSSM_DATA()) }

  /// Makes a structure from its parts.
  public init(algorithm: CSSM_OID, parameters: CSSM_DATA) {
    self.algorithm = algorithm
    self.parameters = parameters
  }
}
