import KeychainModel

/// The parts of a web address that an internet password stores: `scheme://user@host:port/path`. A web address must have
/// a host. The other parts are optional.
package struct WebAddress: Equatable {
  /// The code of the protocol; nil if the address has no scheme.
  let protocolCode: String?
  let user: String
  /// Whether the address contains a password after the user.
  let hasPassword: Bool
  let host: String
  let port: UInt16?

  /// The path, the query and the fragment; empty if the address ends with `/` after the host and port.
  let path: String

  /// Parses an address. Returns nil if the text is not an address, or if no `kSecAttrProtocol…` code exists for the
  /// scheme.
  init?(_ text: String) {
    var rest = Substring(text)
    if let scheme = Self.takeScheme(&rest) {
      guard let code = NetworkProtocol.code(of: scheme) else { return nil }
      protocolCode = code
    } else {
      protocolCode = nil
    }
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let path = String(rest[end...])
    var authority = rest[..<end]
    if let at = authority.lastIndex(of: "@") {
      user = Self.decoded(authority[..<at].prefix { $0 != ":" })
      hasPassword = authority[..<at].contains(":")
      authority = authority[authority.index(after: at)...]
    } else {
      user = ""
      hasPassword = false
    }
    guard let (host, port) = Self.hostAndPort(authority) else { return nil }
    self.host = host
    self.port = port
    self.path = path == "/" ? "" : path
  }

  /// Removes `scheme://` from the beginning of the text, and returns the scheme.
  private static func takeScheme(_ text: inout Substring) -> String? {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    defer { text = text[colon...].dropFirst(3) }
    return String(text[..<colon])
  }

  /// The host, without the brackets of an IPv6 address, and the port. Returns nil if the text is neither `host` nor
  /// `host:port`.
  package static func hostAndPort(_ text: Substring) -> (host: String, port: UInt16?)? {
    var host = text
    var port: Substring?
    if text.hasPrefix("[") {
      guard let close = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<close]
      let rest = text[text.index(after: close)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = text.lastIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
      guard !host.utf8.contains(colonByte) else { return nil }
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    guard let port, !port.isEmpty else { return (String(host), nil) }
    guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port) else {
      return nil
    }
    return (String(host), number)
  }

  /// Decodes percent escapes such as `%41`. Returns the text unchanged if the decoded bytes are not valid UTF-8.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = HexadecimalText.byte(rest.prefix(2)) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }
}

extension WebAddress {
  /// Returns the web address that consists of the given parts.
  static func text(protocolCode: String?, host: String, port: UInt16?, path: String) -> String {
    let scheme = protocolCode.flatMap(NetworkProtocol.scheme).map { "\($0)://" } ?? ""
    let host = host.utf8.contains(colonByte) ? "[\(host)]" : host
    let port = port.map { ":\($0)" } ?? ""
    let slash = path.first.map("/?#".contains) == true ? "" : "/"
    return scheme + host + port + slash + path
  }

  /// Whether a text begins with a scheme and `://`.
  static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    return text[colon...].hasPrefix("://")
  }

  /// Removes the password of `user:password@` from a text that could not be parsed as an address. The text becomes a
  /// name of an item. Names are displayed, so they must not contain a secret.
  ///
  /// A password may contain any character. So the function removes all characters from the first colon after the scheme
  /// up to the last `@`, even if they are part of a path.
  static func withoutPassword(_ text: String) -> String {
    var begin = text.startIndex
    if let scheme = text.firstIndex(of: ":"), text[scheme...].hasPrefix("://") {
      begin = text.index(scheme, offsetBy: 3)
    }
    guard let at = text[begin...].lastIndex(of: "@"),
      let colon = text[begin..<at].firstIndex(of: ":")
    else { return text }
    return String(text[..<colon] + text[at...])
  }
}

private let colonByte = UInt8(ascii: ":")

/// The URL schemes of protocols, and the codes of the protocols in keychains (`kSecAttrProtocol…`).
package enum NetworkProtocol {
  private static let table: [(scheme: String, code: String)] = [
    ("https", "htps"), ("http", "http"), ("ftp", "ftp "), ("ftps", "ftps"), ("ssh", "ssh "),
    ("imap", "imap"), ("imaps", "imps"), ("pop3", "pop3"), ("pop", "pop3"), ("pop3s", "pops"),
    ("pops", "pops"), ("smtp", "smtp"), ("ldap", "ldap"), ("ldaps", "ldps"), ("smb", "smb "),
    ("afp", "afp "), ("telnet", "teln"), ("telnets", "tels"), ("nntp", "nntp"),
    ("nntps", "ntps"), ("irc", "irc "), ("ircs", "ircs"), ("ipp", "ipp "), ("rtsp", "rtsp"),
    ("daap", "daap"), ("eppc", "eppc"), ("socks", "sox "),
  ]

  /// The code of a scheme; nil for a scheme without a code. The scheme may be in upper or lower case.
  package static func code(of scheme: String) -> String? {
    let scheme = scheme.lowercased()
    return table.first { $0.scheme == scheme }?.code
  }

  /// The scheme of a code; nil for a code without a scheme.
  package static func scheme(of code: String) -> String? { table.first { $0.code == code }?.scheme }
}
