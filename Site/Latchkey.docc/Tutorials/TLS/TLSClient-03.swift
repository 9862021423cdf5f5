import CTLS
import Foundation
import Security

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  init(_ what: String, _ status: OSStatus) {
    let sentence = SecCopyErrorMessageString(status, nil) as String?
    description = "\(what): \(sentence ?? "status \(status)")"
  }
}

// MARK: Trust

/// Finds the certificate of an authority.
func authority(_ name: String) throws -> SecCertificate {
  let query: [CFString: Any] = [
    kSecClass: kSecClassCertificate, kSecAttrLabel: name, kSecReturnRef: true,
  ]
  var found: CFTypeRef?
  let status = SecItemCopyMatching(query as CFDictionary, &found)
  if status == errSecSuccess, let certificate = found as? SecCertificate { return certificate }
  // Reads the file only if the keychain contains no such certificate. A keychain that cannot be read may contain the
  // certificate, so the function throws.
  guard status == errSecItemNotFound else { throw Failure(name, status) }
  var items: CFArray?
  guard let data = try? Data(contentsOf: URL(fileURLWithPath: name)),
    SecItemImport(data as CFData, nil, nil, nil, [], nil, nil, &items) == errSecSuccess,
    let item = (items as? [AnyObject])?.first, CFGetTypeID(item) == SecCertificateGetTypeID(),
    let certificate = item as? SecCertificate
  else { throw Failure("\(name): neither a label in the keychain nor a certificate") }
  return certificate
}

/// Decides whether the certificates of a server prove the name of the server.
final class Judge {
  private let host: String
  private let authority: SecCertificate

  /// The reason why `accepts` returned false; nil if `accepts` has not returned false.
  private(set) var problem: String?

  init(host: String, authority: SecCertificate) {
    self.host = host
    self.authority = authority
  }

  /// - Parameter certificates: The certificates that the server sent. The first is the server's own certificate.
  func accepts(_ certificates: [SecCertificate]) -> Bool {
    var trust: SecTrust?
    var status = SecTrustCreateWithCertificates(
      certificates as CFArray, SecPolicyCreateSSL(true, host as CFString), &trust)
    guard status == errSecSuccess, let trust else {
      problem =
        certificates.isEmpty
        ? "the server sent no certificate"
        : Failure("the server's certificates", status).description
      return false
    }
    // Trusts only this authority. Without this call, `SecTrust` trusts the authorities of the system.
    status = SecTrustSetAnchorCertificates(trust, [authority] as CFArray)
    guard status == errSecSuccess else {
      problem = Failure("the authority", status).description
      return false
    }
    var error: CFError?
    if SecTrustEvaluateWithError(trust, &error) { return true }
    problem = error?.localizedDescription ?? "the server is not trusted"
    return false
  }
}

/// Converts an OpenSSL certificate to a `SecCertificate`.
func certificate(_ x509: OpaquePointer) -> SecCertificate? {
  var der = [UInt8](repeating: 0, count: Int(max(i2d_X509(x509, nil), 0)))
  der.withUnsafeMutableBufferPointer { buffer in
    var start = buffer.baseAddress
    i2d_X509(x509, &start)
  }
  return SecCertificateCreateWithData(nil, Data(der) as CFData)
}

// MARK: TLS

func makeContext(_ judge: Judge) throws -> OpaquePointer {
  guard let context = SSL_CTX_new(TLS_client_method()) else { throw Failure("no memory") }
  tls_require_1_2(context)
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
  // This callback replaces OpenSSL's verification. The result 1 continues the handshake; 0 ends the handshake.
  SSL_CTX_set_cert_verify_callback(
    context,
    { sent, judge in
      guard let sent, let judge else { return 0 }
      var certificates: [SecCertificate] = []
      for index in 0..<max(tls_sent_count(sent), 0) {
        // Rejects the server if one of its certificates cannot be read.
        guard let certificate = tls_sent(sent, index).flatMap(certificate) else { return 0 }
        certificates.append(certificate)
      }
      if Unmanaged<Judge>.fromOpaque(judge).takeUnretainedValue().accepts(certificates) { return 1 }
      X509_STORE_CTX_set_error(sent, X509_V_ERR_APPLICATION_VERIFICATION)
      return 0
    }, Unmanaged.passUnretained(judge).toOpaque())
  return context
}
