/// The X.509 form around a public key.
enum SubjectPublicKeyInfo {
  /// The `RSAPublicKey` inside; nil when the bytes are something else.
  static func rsaPublicKey(in bytes: [UInt8]) -> [UInt8]? {
    var reader = DERReader(bytes[...])
    guard var content = try? reader.read(.sequence), reader.rest.isEmpty,
      var algorithm = try? content.read(.sequence),
      let identifier = try? algorithm.read(.objectIdentifier),
      identifier.rest.elementsEqual(OID.rsaEncryption),
      // The parameters are NULL; some writers leave them out.
      algorithm.rest.isEmpty || algorithm.rest.elementsEqual([DERTag.null.rawValue, 0]),
      let key = try? content.read(.bitString), content.rest.isEmpty,
      // No unused bits at the end.
      key.rest.first == 0
    else { return nil }
    return Array(key.rest.dropFirst())
  }
}
