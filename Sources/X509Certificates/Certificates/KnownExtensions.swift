import COpenSSL
import OpenSSLSupport

/// The extensions that OpenSSL can read.
enum KnownExtensions {
  /// Whether every critical extension that is known can be read. Unknown ones are for whoever judges
  /// the certificate.
  static func areReadable(_ extensions: [CertificateExtension]) -> Bool {
    _ = OpenSSLStart.isDone
    return extensions.allSatisfy { !$0.isCritical || isReadable($0.der) }
  }

  private static func isReadable(_ der: [UInt8]) -> Bool {
    let one = der.withUnsafeBufferPointer { buffer in
      var start = buffer.baseAddress
      return d2i_X509_EXTENSION(nil, &start, buffer.count)
    }
    defer {
      X509_EXTENSION_free(one)
      ERR_clear_error()
    }
    guard let one else { return false }
    guard let method = X509V3_EXT_get(one), let form = method.pointee.it else { return true }
    guard let value = X509V3_EXT_d2i(one) else { return false }
    // The value is of the form that the method names.
    ASN1_item_free(OpaquePointer(value), form())
    return true
  }
}
