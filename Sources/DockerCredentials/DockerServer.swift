import CredentialHelpers
import KeychainModel
import PasswordTransfer

/// The server URL of a Docker credential, as the attributes of an internet password. Docker's own helper for macOS uses
/// the same attributes.
struct DockerServer {
  private let protocolCode: String
  private let host: String
  private let port: UInt16?
  private let path: String

  /// Parses a server URL. A URL without a scheme is an HTTPS URL. A user name before `@`, a query and a fragment are
  /// ignored.
  ///
  /// - Throws: A failure if the scheme is neither `https` nor `http`, or if the URL has no host.
  init(_ text: String) throws(HelperFailure) {
    var rest = text[...]
    var scheme = "https"
    if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
      scheme = rest[..<colon].lowercased()
      rest = rest[colon...].dropFirst()
    }
    guard scheme == "https" || scheme == "http" else {
      throw HelperFailure("unsupported scheme: \(scheme)")
    }
    protocolCode = scheme == "https" ? "htps" : "http"
    if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
    rest = rest.prefix { $0 != "?" && $0 != "#" }
    let authority = rest.prefix { $0 != "/" }
    path = String(rest[authority.endIndex...])
    let named = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
    guard !named.isEmpty else { throw HelperFailure("no hostname in URL") }
    guard let (host, port) = WebAddress.hostAndPort(named) else {
      throw HelperFailure("the server URL names no host with or without a port")
    }
    self.host = host
    self.port = port
  }

  /// The attributes by which the items of this URL are searched, without the path.
  private var searched: AttributeSet {
    AttributeSet([
      .server: .string(host), .protocolName: .string(protocolCode),
      .port: .number(Int64(port ?? 0)),
    ])
  }

  /// The attributes of a search for the items of this URL.
  var search: AttributeSet {
    var attributes = searched
    attributes[.path] = .string(path)
    return attributes
  }

  /// The searches for the credential of this URL, the search for the best match first. As on macOS, a URL without a
  /// path also matches items with any path.
  var searches: [AttributeSet] { path.isEmpty ? [search, searched] : [search] }

  /// Returns the attributes that identify the item for this URL and an account.
  func identity(_ account: String) -> AttributeSet {
    var attributes = search
    attributes[.authenticationType] = .string("dflt")
    attributes[.account] = .string(account)
    return attributes
  }

  /// Returns the server URL of an item with the given attributes; nil if the attributes contain no server or no
  /// protocol.
  static func url(of attributes: AttributeSet) -> String? {
    guard let host = attributes[.server]?.text, let code = attributes[.protocolName]?.text else {
      return nil
    }
    let scheme = code == "http" ? "http" : "https"
    let number = attributes[.port]?.number ?? 0
    let port = number == 0 ? "" : ":\(number)"
    let shown = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return "\(scheme)://\(shown)\(port)\(attributes[.path]?.text ?? "")"
  }
}
