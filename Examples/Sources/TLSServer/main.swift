// Sends a greeting to one TLS client. OpenSSL implements TLS. The private key and the certificates of the server come
// from the keychain.
//
//     tls-server LABEL
//
// LABEL is the label of the server's identity. The server listens on a free port of this machine, prints the port, and
// ends after at most one minute.

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

// MARK: The keychain

/// Finds the identity with a label. Returns its certificate and its private key.
func identity(_ label: String) throws -> (SecCertificate, SecKey) {
  let query: [CFString: Any] = [
    kSecClass: kSecClassIdentity, kSecAttrLabel: label, kSecReturnRef: true,
  ]
  var result: CFTypeRef?
  let status = SecItemCopyMatching(query as CFDictionary, &result)
  guard status == errSecSuccess, let identity = result as? SecIdentity else {
    throw Failure(label, status)
  }
  var certificate: SecCertificate?
  var key: SecKey?
  for status in [
    SecIdentityCopyCertificate(identity, &certificate), SecIdentityCopyPrivateKey(identity, &key),
  ] where status != errSecSuccess {
    throw Failure("the identity \(label)", status)
  }
  guard let certificate, let key else { throw Failure("the identity is not whole") }
  return (certificate, key)
}

/// Finds the issuers of a certificate in the keychain. The result has no self-signed certificate: a client that trusts
/// a self-signed authority has that authority's certificate already.
func certificates(above certificate: SecCertificate) throws -> [SecCertificate] {
  let query: [CFString: Any] = [
    kSecClass: kSecClassCertificate, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
  ]
  var result: CFTypeRef?
  var status = SecItemCopyMatching(query as CFDictionary, &result)
  guard status == errSecSuccess || status == errSecItemNotFound else {
    throw Failure("the certificates", status)
  }
  let stored = result as? [SecCertificate] ?? []
  var trust: SecTrust?
  status = SecTrustCreateWithCertificates(
    [certificate] + stored as CFArray, SecPolicyCreateBasicX509(), &trust)
  guard status == errSecSuccess, let trust else { throw Failure("the certificates", status) }
  // The evaluation only builds the chain. Its result is ignored, because the client decides whether the certificate is
  // trusted.
  _ = SecTrustEvaluateWithError(trust, nil)
  let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
  return chain.dropFirst().filter { certificate in
    let issuer = SecCertificateCopyNormalizedIssuerSequence(certificate) as Data?
    return issuer != SecCertificateCopyNormalizedSubjectSequence(certificate) as Data?
  }
}

// MARK: TLS

func withX509<Result>(
  _ certificate: SecCertificate, _ body: (OpaquePointer) throws -> Result
) throws -> Result {
  let der = [UInt8](SecCertificateCopyData(certificate) as Data)
  let read = der.withUnsafeBufferPointer { bytes in
    var start = bytes.baseAddress
    return d2i_X509(nil, &start, bytes.count)
  }
  guard let read else { throw Failure("OpenSSL does not read the certificate") }
  defer { X509_free(read) }
  return try body(read)
}

func use(_ key: SecKey, in context: OpaquePointer) throws {
  var exported: CFData?
  // The format is PKCS#1 for an RSA key and SEC 1 for an elliptic-curve key. OpenSSL detects the type of the key in
  // both formats.
  let status = SecItemExport(key, .formatOpenSSL, [], nil, &exported)
  guard status == errSecSuccess, let exported else { throw Failure("the private key", status) }
  // Reads and wipes the bytes of the key in place, because `Data` and arrays would make copies. No other code has a
  // reference to these bytes. Copies that Foundation may have made cannot be wiped.
  let der = exported as NSData
  defer { OPENSSL_cleanse(UnsafeMutableRawPointer(mutating: der.bytes), der.length) }
  var start: UnsafePointer<UInt8>? = der.bytes.assumingMemoryBound(to: UInt8.self)
  let read = d2i_AutoPrivateKey(nil, &start, der.length)
  defer { EVP_PKEY_free(read) }
  guard let read, SSL_CTX_use_PrivateKey(context, read) == 1,
    SSL_CTX_check_private_key(context) == 1
  else { throw Failure("OpenSSL does not take the private key") }
}

func makeContext(_ label: String) throws -> OpaquePointer {
  guard let context = SSL_CTX_new(TLS_server_method()) else { throw Failure("no memory") }
  tls_require_1_2(context)
  let (certificate, key) = try identity(label)
  try withX509(certificate) {
    guard SSL_CTX_use_certificate(context, $0) == 1 else {
      throw Failure("OpenSSL does not take the certificate")
    }
  }
  for certificate in try certificates(above: certificate) {
    try withX509(certificate) {
      guard tls_add_to_chain(context, $0) == 1 else {
        throw Failure("OpenSSL does not take a certificate of the chain")
      }
    }
  }
  try use(key, in: context)
  return context
}

/// Sends a text to a client, and waits until the client ends the connection.
func greet(_ client: Int32, _ text: String, _ context: OpaquePointer) throws {
  guard let connection = SSL_new(context) else { throw Failure("no memory") }
  defer { SSL_free(connection) }
  SSL_set_fd(connection, client)
  guard SSL_accept(connection) == 1, SSL_write(connection, text, Int32(text.utf8.count)) > 0 else {
    throw Failure("the client left: \(String(cString: tls_reason()))")
  }
  if SSL_shutdown(connection) == 0 { SSL_shutdown(connection) }
}

// MARK: The socket

/// Opens a socket on a free port that only this machine can reach.
func listeningSocket() throws -> (socket: Int32, port: UInt16) {
  let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isOpen = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      bind(listener, address, size) == 0 && listen(listener, 1) == 0
        && getsockname(listener, address, &size) == 0
    }
  }
  guard isOpen else { throw Failure("no port is to be had") }
  return (listener, UInt16(bigEndian: address.sin_port))
}

do {
  guard CommandLine.arguments.count == 2 else { throw Failure("usage: tls-server LABEL") }
  signal(SIGPIPE, SIG_IGN)
  alarm(60)
  let context = try makeContext(CommandLine.arguments[1])
  let (listener, port) = try listeningSocket()
  FileHandle.standardOutput.write(Data("\(port)\n".utf8))
  let client = accept(listener, nil, nil)
  guard client >= 0 else { throw Failure("nobody came") }
  try greet(client, "welcome to \(CommandLine.arguments[1])\n", context)
  close(client)
} catch {
  FileHandle.standardError.write(Data("tls-server: \(error)\n".utf8))
  exit(1)
}
