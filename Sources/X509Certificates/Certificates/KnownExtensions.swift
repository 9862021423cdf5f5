import COpenSSL
import OpenSSLSupport

/// The extensions that OpenSSL can read.
enum KnownExtensions {
  /// Whether all critical extensions that OpenSSL knows can be read. The evaluation of the
  /// certificate handles unknown ones.
  static func areReadable(_ extensions: [CertificateExtension]) -> Bool {
    _ = OpenSSLInitialization.isDone
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
    // The value has the type that the method describes.
    ASN1_item_free(OpaquePointer(value), form())
    return true
  }
}
