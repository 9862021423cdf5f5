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

  /// The code of a scheme, in upper or lower case; nil for a scheme without a code.
  package static func code(of scheme: String) -> String? {
    let scheme = scheme.lowercased()
    return table.first { $0.scheme == scheme }?.code
  }

  /// The scheme of a code.
  package static func scheme(of code: String) -> String? { table.first { $0.code == code }?.scheme }
}
