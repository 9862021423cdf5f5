import AsymmetricKeys
package import X509Certificates
import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// The certificates in a PKCS#7 signed message (RFC 2315). Certificate files use this structure. The message may have
/// no content and no signature.
package enum PKCS7Certificates {
  /// The object identifiers of `pkcs7-data` and `pkcs7-signedData`: 1.2.840.113549.1.7.1 and 1.2.840.113549.1.7.2.
  private static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
  private static let signedData: [UInt8] = data.dropLast() + [0x02]

  /// Whether the bytes begin like a PKCS#7 message. Both definite and indefinite lengths are accepted.
  package static func isBeginning(of bytes: [UInt8]) -> Bool {
    let identifier = DERWriter.element(.objectIdentifier, signedData)
    return (2...6).contains { bytes.dropFirst($0).starts(with: identifier) }
  }

  /// Reads the certificates of a message.
  ///
  /// - Throws: `.decode` for other bytes, and for other types of PKCS#7 messages.
  package static func read(_ bytes: [UInt8]) throws(KeychainError) -> [Certificate] {
    _ = OpenSSLInitialization.isDone
    defer { ERR_clear_error() }
    let message = bytes.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return d2i_PKCS7(nil, &place, buffer.count)
    }
    guard let message else { throw malformed }
    defer { PKCS7_free(message) }
    guard OBJ_obj2nid(message.pointee.type) == NID_pkcs7_signed,
      let content = message.pointee.d.sign
    else { throw KeychainError(.decode, "the bytes are a message without certificates") }
    guard let list = content.pointee.cert else { return [] }
    var certificates: [Certificate] = []
    for index in 0..<OPENSSL_sk_num(list) {
      guard let one = OPENSSL_sk_value(list, index),
        let certificate = Certificate(OpaquePointer(one))
      else { throw malformed }
      certificates.append(certificate)
    }
    return certificates
  }

  /// Writes a message that contains certificates, but no content and no signers.
  static func write(_ certificates: [Certificate]) -> [UInt8] {
    let content =
      DERWriter.element(.integer, [1]) + DERWriter.element(.set, [])
      + DERWriter.element(.sequence, DERWriter.element(.objectIdentifier, data))
      + DERWriter.element(.explicit0, certificates.flatMap(\.der)) + DERWriter.element(.set, [])
    return DERWriter.element(
      .sequence,
      DERWriter.element(.objectIdentifier, signedData)
        + DERWriter.element(.explicit0, DERWriter.element(.sequence, content)))
  }

  private static var malformed: KeychainError {
    KeychainError(.decode, "the bytes are no PKCS#7 message")
  }
}
