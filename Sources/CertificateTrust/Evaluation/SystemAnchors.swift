package import X509Certificates
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// The certificate authorities that the Linux distribution trusts. They are read once per process.
package enum SystemAnchors {
  /// The bundle files of Debian, Fedora and SUSE, and OpenSSL's default bundle file.
  private static let paths = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/usr/lib/ssl/cert.pem",
  ]

  /// The certificates of the authorities; empty when no bundle file exists.
  package static var certificates: [Certificate] { bundle.certificates }

  /// The bundle file from which the certificates were read; nil when no bundle file exists.
  package static var path: String? { bundle.path }

  private static let bundle: (path: String?, certificates: [Certificate]) = {
    for path in paths {
      let certificates = read(path)
      if !certificates.isEmpty { return (path, certificates) }
    }
    return (nil, [])
  }()

  private static let contents = Set(certificates.map(\.der))

  /// Whether the DER encoding is the certificate of an authority of the system.
  package static func contain(_ der: [UInt8]) -> Bool { contents.contains(der) }

  /// The authorities, grouped by the canonical forms of their names.
  private static let names = Dictionary(grouping: certificates) { CanonicalName($0.subject) }

  /// Whether one of the authorities can be the anchor of a certificate. Only names are compared. If the result is
  /// false, the certificate has no path to an authority and need not be evaluated.
  package static func mayIssue(
    _ certificate: Certificate, _ intermediates: [Certificate]
  ) -> Bool {
    names[CanonicalName(certificate.subject)] != nil
      || ([certificate] + intermediates).contains { names[CanonicalName($0.issuer)] != nil }
  }

  /// Whether another authority has the same name as a certificate.
  static func hasAnother(than certificate: Certificate, _ name: CanonicalName) -> Bool {
    names[name]?.contains { $0.der != certificate.der } ?? false
  }

  /// OpenSSL's objects for the authorities. `nonisolated(unsafe)` is safe, because the objects' reference counts are
  /// thread-safe.
  nonisolated(unsafe) private static let handles = certificates.map { ($0, X509Handle($0)) }

  /// The authorities by the addresses of their OpenSSL objects.
  private static let byAddress: [UInt: Certificate] = handles.reduce(into: [:]) {
    if let handle = $1.1 { $0[UInt(bitPattern: handle.pointer)] = $1.0 }
  }

  /// The authority for an OpenSSL object; nil for any other object.
  static func authority(_ pointer: OpaquePointer) -> Certificate? {
    byAddress[UInt(bitPattern: pointer)]
  }

  /// OpenSSL's objects for the authorities that are not in `avoided`.
  static func handles(besides avoided: Set<[UInt8]>) -> [X509Handle] {
    handles.compactMap { avoided.contains($0.0.der) ? nil : $0.1 }
  }

  /// An OpenSSL store with all authorities; nil when OpenSSL fails. `nonisolated(unsafe)` is safe, because the store
  /// has its own lock.
  nonisolated(unsafe) static let store: OpaquePointer? = {
    guard let store = X509_STORE_new() else { return nil }
    for anchor in handles(besides: []) { X509_STORE_add_cert(store, anchor.pointer) }
    return store
  }()

  /// The certificates in a bundle file; empty when the file does not exist.
  package static func read(_ path: String) -> [Certificate] {
    _ = OpenSSLInitialization.isDone
    guard let file = BIO_new_file(path, "r") else {
      ERR_clear_error()
      return []
    }
    return read(file)
  }

  /// The certificates in the content of a bundle file, up to the first block that is not a certificate.
  package static func read(content: [UInt8]) -> [Certificate] {
    _ = OpenSSLInitialization.isDone
    return content.withUnsafeBytes { bytes in
      guard let count = Int32(exactly: bytes.count), let memory = BIO_new_mem_buf(bytes.baseAddress, count) else {
        ERR_clear_error()
        return []
      }
      return read(memory)
    }
  }

  private static func read(_ file: OpaquePointer) -> [Certificate] {
    defer {
      BIO_free(file)
      ERR_clear_error()
    }
    var certificates: [Certificate] = []
    while let one = PEM_read_bio_X509(file, nil, nil, nil) {
      defer { X509_free(one) }
      if let certificate = Certificate(one) { certificates.append(certificate) }
    }
    return certificates
  }
}
