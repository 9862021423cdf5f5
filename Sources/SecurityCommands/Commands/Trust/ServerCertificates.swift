import CertificateTrust
import KeyFormats
import KeychainModel
import ProgramSupport
import X509Certificates

/// Fetches the certificates that a server sends. The program `openssl` makes the TLS connection, so that no process
/// with keys in memory processes TLS messages.
enum ServerCertificates {
  /// The time limit for the connection, in seconds.
  private static let timeout: Int64 = 20

  /// The maximum size of the output of `openssl`, in bytes.
  private static let limit = 1 << 20

  /// Returns the server's certificate, followed by the other certificates that it sent.
  ///
  /// - Throws: A failure with the status 1 if `openssl` is not installed, or if the connection fails.
  static func fetch(from server: HTTPAddress) throws(CommandFailure) -> [Certificate] {
    guard let program = ProgramSearch.path(of: "openssl") else {
      throw .failed(
        "verify-cert: connections are made by \"openssl\", which is in no folder of PATH: "
          + "install it (Debian: apt install openssl).")
    }
    let child = try run(program, server)
    guard !child.isTooLate else {
      throw failure(server, "no answer within \(timeout) seconds")
    }
    guard !child.isCutShort else { throw failure(server, "more certificates than a chain has") }
    // `openssl` ends with 0 only after a complete handshake. The handshake proves that the server has the private key
    // of the certificate.
    guard child.status == 0 else { throw failure(server, reason(child)) }
    let text = pem(in: child.output)
    guard !text.isEmpty else { throw failure(server, "the server showed no certificate") }
    let content: ExternalContent
    do throws(KeychainError) {
      content = try ExternalItemReader(.x509Certificate).read(text)
    } catch {
      throw failure(server, error.reason)
    }
    return content.items.compactMap {
      if case .certificate(let certificate) = $0 { certificate } else { nil }
    }
  }

  private static func run(
    _ program: [UInt8], _ server: HTTPAddress
  ) throws(CommandFailure) -> ChildOutput {
    var words = ["s_client", "-connect", server.hostAndPort, "-showcerts"]
    if let name = server.serverName { words += ["-servername", name] }
    do throws(ChildFailure) {
      return try ChildOutput(
        of: program, words.map { Array($0.utf8) }, environment: .clean, limit: limit,
        seconds: timeout)
    } catch {
      throw failure(server, error.reason)
    }
  }

  private static func failure(_ server: HTTPAddress, _ reason: String) -> CommandFailure {
    .failed("verify-cert: \(server.hostAndPort): \(reason)")
  }

  /// Returns the certificates in the output of `openssl`, as PEM. The output also contains the names of certificates,
  /// but such a name cannot contain a line break and so cannot look like a line of PEM.
  private static func pem(in output: [UInt8]) -> [UInt8] {
    let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
    let end = Array("-----END CERTIFICATE-----".utf8)
    var text: [UInt8] = []
    var isInside = false
    for line in output.split(separator: newline) {
      if line == begin[...] { isInside = true }
      if isInside { text += line + [newline] }
      if line == end[...] { isInside = false }
    }
    return text
  }

  /// Returns the first error that `openssl` prints. The format of an error is
  /// `thread:error:number:library:function:reason:file:line:data`.
  private static func reason(_ child: ChildOutput) -> String {
    for line in child.errors.split(separator: newline) {
      let parts = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard parts.count > 5, parts[1] == Array("error".utf8)[...] else { continue }
      let data = Array(parts.dropFirst(8).joined(separator: [UInt8(ascii: ":")]))
      let isOfSystem = parts[5] == Array("system lib".utf8)[...] && !data.isEmpty
      let text = (isOfSystem ? data : Array(parts[5])).filter { (0x20...0x7E).contains($0) }
      if !text.isEmpty { return String(decoding: text, as: UTF8.self) }
    }
    return "openssl ended with \(child.status)"
  }
}

private let newline = UInt8(ascii: "\n")
