import CredentialHelpers
import KeychainModel
import PasswordTransfer

/// Where a credential is used, as the attributes of an internet password: those that git's own helper
/// for macOS gives it.
struct GitPlace {
  private let protocolCode: String
  private let port: UInt16?
  private let path: AttributeValue?
  private let account: AttributeValue?
  let server: String

  /// Nil for a place that no internet password has: a protocol that keychains do not know, no host.
  ///
  /// - Throws: A failure when protocol or host is missing, which git always tells, or no host and port.
  init?(_ credential: GitCredential) throws(HelperFailure) {
    guard let protocolName = credential.protocolName, !protocolName.isEmpty else {
      throw HelperFailure("the input names no protocol")
    }
    guard let host = credential.host else { throw HelperFailure("the input names no host") }
    guard !host.isEmpty,
      let code = NetworkProtocol.code(of: String(decoding: protocolName, as: UTF8.self))
    else { return nil }
    guard let text = String(validating: host, as: UTF8.self),
      let (server, port) = WebAddress.hostAndPort(text[...])
    else { throw HelperFailure("the host is no host with or without a port") }
    protocolCode = code
    self.server = server
    self.port = port
    path = credential.path.map(Self.value)
    account = credential.username.map(Self.value)
  }

  /// Searches for credentials of this place, the nearest first. What git does not tell is not asked for,
  /// except that a port which is not told is the usual one of the protocol.
  var searches: [AttributeSet] {
    let usual = Self.usualPorts[protocolCode]
    var ports = [port ?? 0]
    if port == nil, let usual { ports.append(usual) }
    if port != nil, port == usual { ports.append(0) }
    return ports.map { port in
      var attributes = common
      attributes[.port] = .number(Int64(port))
      attributes[.path] = path
      attributes[.account] = account
      return attributes
    }
  }

  /// What tells the credential of this place and account apart from all others.
  var identity: AttributeSet {
    var attributes = common
    attributes[.port] = .number(Int64(port ?? 0))
    attributes[.path] = path ?? .string("")
    attributes[.account] = account
    return attributes
  }

  private var common: AttributeSet {
    AttributeSet([
      .server: .string(server), .protocolName: .string(protocolCode),
      .authenticationType: .string("dflt"),
    ])
  }

  private static let usualPorts: [String: UInt16] = [
    "htps": 443, "http": 80, "ftp ": 21, "ftps": 990, "imap": 143, "imps": 993, "smtp": 25,
  ]

  /// Text, or bytes that are none.
  private static func value(_ bytes: [UInt8]) -> AttributeValue {
    String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(bytes)
  }
}
