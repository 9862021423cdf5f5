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

/// Reads a line of at most 4 KiB from the server. Throws if the line is longer than 4 KiB. Throws also if the
/// connection ends before the end of the line, because an attacker may have truncated the line.
func line(from connection: OpaquePointer) throws -> Data {
  var line = Data()
  var buffer = [UInt8](repeating: 0, count: 4096)
  while line.last != UInt8(ascii: "\n") {
    let count = SSL_read(connection, &buffer, Int32(buffer.count - line.count))
    guard count > 0 else { throw Failure("the server did not finish its sentence") }
    line.append(contentsOf: buffer.prefix(Int(count)))
  }
  SSL_shutdown(connection)
  return line
}

func connected(to port: UInt16) throws -> Int32 {
  let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
  address.sin_port = port.bigEndian
  let isOpen = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  guard isOpen else { throw Failure("there is no server on port \(port)") }
  return connection
}

do {
  let words = CommandLine.arguments
  guard words.count == 4, let port = UInt16(words[2]) else {
    throw Failure("usage: tls-client HOST PORT AUTHORITY")
  }
  signal(SIGPIPE, SIG_IGN)
  let judge = Judge(host: words[1], authority: try authority(words[3]))
  let context = try makeContext(judge)
  guard let connection = SSL_new(context) else { throw Failure("no memory") }
  tls_name_host(connection, words[1])
  SSL_set_fd(connection, try connected(to: port))
  // OpenSSL keeps no reference to `judge`, so `judge` must stay alive until the handshake is complete.
  let isDone = withExtendedLifetime(judge) { SSL_connect(connection) == 1 }
  guard isDone else { throw Failure(judge.problem ?? String(cString: tls_reason())) }
  FileHandle.standardOutput.write(try line(from: connection))
} catch {
  FileHandle.standardError.write(Data("tls-client: \(error)\n".utf8))
  exit(1)
}
