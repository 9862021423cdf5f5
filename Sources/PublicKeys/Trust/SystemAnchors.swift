import COpenSSL
import KeychainModel
import OpenSSLSupport

/// The authorities that the distribution trusts, read once per process.
package enum SystemAnchors {
  /// Where Debian, Fedora and SUSE, and OpenSSL itself put them.
  private static let paths = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/usr/lib/ssl/cert.pem",
  ]

  /// Empty when there is no such file.
  package static let certificates: [Certificate] = {
    for path in paths {
      let certificates = read(path)
      if !certificates.isEmpty { return certificates }
    }
    return []
  }()

  private static func read(_ path: String) -> [Certificate] {
    _ = OpenSSLStart.isDone
    guard let file = BIO_new_file(path, "r") else {
      ERR_clear_error()
      return []
    }
    defer {
      BIO_free(file)
      ERR_clear_error()
    }
    var certificates: [Certificate] = []
    while let one = PEM_read_bio_X509(file, nil, nil, nil) {
      defer { X509_free(one) }
      if let certificate = certificate(one) { certificates.append(certificate) }
    }
    return certificates
  }

  /// Ours of one of OpenSSL's.
  static func certificate(_ pointer: OpaquePointer) -> Certificate? {
    let count = i2d_X509(pointer, nil)
    guard count > 0 else { return nil }
    var der = [UInt8](repeating: 0, count: Int(count))
    let written = der.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      return i2d_X509(pointer, &start)
    }
    return written == count ? try? Certificate(der: der) : nil
  }
}
