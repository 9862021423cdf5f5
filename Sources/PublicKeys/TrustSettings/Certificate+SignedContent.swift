import KeychainModel

extension Certificate {
  /// What the signer signed: everything but the signature.
  var signedContent: ArraySlice<UInt8> {
    var reader = DERReader(der[...])
    guard var content = try? reader.read(.sequence), let signed = try? content.readAny() else {
      return der[...]
    }
    return signed.whole
  }
}
