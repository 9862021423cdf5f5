import CredentialHelpers
import KeychainModel
import PasswordTransfer

/// The server URL that Docker names a credential by, as the attributes of an internet password: those
/// that Docker's own helper for macOS gives it.
struct DockerServer {
  private let protocolCode: String
  private let host: String
  private let port: UInt16?
  private let path: String

  /// Without a scheme the server is one of HTTPS. What stands before an `@`, a query and a fragment are
  /// not part of it.
  ///
  /// - Throws: A failure for another scheme, or for text without a host.
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

  /// Attributes that the item of this server has, apart from the path.
  private var searched: AttributeSet {
    AttributeSet([
      .server: .string(host), .protocolName: .string(protocolCode),
      .port: .number(Int64(port ?? 0)),
    ])
  }

  /// A search for the items of this URL.
  var search: AttributeSet {
    var attributes = searched
    attributes[.path] = .string(path)
    return attributes
  }

  /// Searches for an item to use, the nearest first: a URL without a path may mean any, as on macOS.
  var searches: [AttributeSet] { path.isEmpty ? [search, searched] : [search] }

  /// What tells the credential of this URL and account apart from all others.
  func identity(_ account: String) -> AttributeSet {
    var attributes = search
    attributes[.authenticationType] = .string("dflt")
    attributes[.account] = .string(account)
    return attributes
  }

  /// The URL that the attributes of an item give; nil when it is none of Docker's.
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
