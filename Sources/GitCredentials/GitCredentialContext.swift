import CredentialHelpers
import KeychainModel
import PasswordTransfer

/// The server and the account of a credential, as the attributes of an internet password. git's own helper for macOS
/// uses the same attributes.
struct GitCredentialContext {
  private let protocolCode: String
  private let port: UInt16?
  private let path: AttributeValue?
  private let account: AttributeValue?
  let server: String

  /// Returns nil if a keychain cannot represent the credential, because the protocol is unknown or the host is empty.
  ///
  /// - Throws: A failure if the protocol or the host is missing, or if the host and port are malformed. git always
  ///   gives the protocol and the host.
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

  /// The searches for this server and account, the search for the best match first. A search contains only the
  /// attributes that git gives. If git gives no port, one search is for items without a port, and one search is for the
  /// default port of the protocol.
  var searches: [AttributeSet] {
    let usual = Self.defaultPorts[protocolCode]
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

  /// The attributes that identify the item for this server and account.
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

  private static let defaultPorts: [String: UInt16] = [
    "htps": 443, "http": 80, "ftp ": 21, "ftps": 990, "imap": 143, "imps": 993, "smtp": 25,
  ]

  /// Returns a string, or data if the bytes are not UTF-8.
  private static func value(_ bytes: [UInt8]) -> AttributeValue {
    String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(bytes)
  }
}
