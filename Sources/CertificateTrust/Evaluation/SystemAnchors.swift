package import X509Certificates
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
  package static var certificates: [Certificate] { bundle.certificates }

  /// The file that they were read from; nil when there is none.
  package static var path: String? { bundle.path }

  private static let bundle: (path: String?, certificates: [Certificate]) = {
    for path in paths {
      let certificates = read(path)
      if !certificates.isEmpty { return (path, certificates) }
    }
    return (nil, [])
  }()

  private static let contents = Set(certificates.map(\.der))

  /// Whether a certificate is that of an authority.
  package static func contain(_ der: [UInt8]) -> Bool { contents.contains(der) }

  /// The names of the authorities, as loosely as OpenSSL compares them.
  private static let names = Dictionary(grouping: certificates) { LooseName($0.subject) }

  /// Whether one of the authorities may be among the issuers of a certificate, going by names alone: what
  /// no path can lead from need not be judged.
  package static func mayIssue(
    _ certificate: Certificate, _ intermediates: [Certificate]
  ) -> Bool {
    names[LooseName(certificate.subject)] != nil
      || ([certificate] + intermediates).contains { names[LooseName($0.issuer)] != nil }
  }

  /// Whether there is an authority of a certificate's name, and another than it.
  static func hasAnother(than certificate: Certificate, _ name: LooseName) -> Bool {
    names[name]?.contains { $0.der != certificate.der } ?? false
  }

  /// OpenSSL's form of the authorities, which counts its users with a lock of its own.
  nonisolated(unsafe) private static let handles = certificates.map { ($0, X509Handle($0)) }

  /// The authorities by the address of OpenSSL's form.
  private static let byAddress: [UInt: Certificate] = handles.reduce(into: [:]) {
    if let handle = $1.1 { $0[UInt(bitPattern: handle.pointer)] = $1.0 }
  }

  /// The authority whose form of OpenSSL this is; nil for any other.
  static func authority(_ pointer: OpaquePointer) -> Certificate? {
    byAddress[UInt(bitPattern: pointer)]
  }

  /// Those of the authorities that are not to be avoided.
  static func handles(besides avoided: Set<[UInt8]>) -> [X509Handle] {
    handles.compactMap { avoided.contains($0.0.der) ? nil : $0.1 }
  }

  /// A store with all of them; nil when OpenSSL fails. It has a lock of its own.
  nonisolated(unsafe) static let store: OpaquePointer? = {
    guard let store = X509_STORE_new() else { return nil }
    for anchor in handles(besides: []) { X509_STORE_add_cert(store, anchor.pointer) }
    return store
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
      if let certificate = Certificate(one) { certificates.append(certificate) }
    }
    return certificates
  }
}
