import KeychainModel

/// The X.509 structure that encloses a public key.
enum SubjectPublicKeyInfo {
  /// The enclosed `RSAPublicKey`; nil for other bytes.
  static func rsaPublicKey(in bytes: [UInt8]) -> [UInt8]? {
    var reader = DERReader(bytes[...])
    guard var content = try? reader.read(.sequence), reader.rest.isEmpty,
      var algorithm = try? content.read(.sequence),
      let identifier = try? algorithm.read(.objectIdentifier),
      identifier.rest.elementsEqual(OID.rsaEncryption),
      // The parameters are NULL, but some writers leave them out.
      algorithm.rest.isEmpty || algorithm.rest.elementsEqual([DERTag.null.rawValue, 0]),
      let key = try? content.read(.bitString), content.rest.isEmpty,
      // There must be no unused bits at the end.
      key.rest.first == 0
    else { return nil }
    return Array(key.rest.dropFirst())
  }
}
