import Glibc
import PasswordTransfer

/// The server that an HTTPS URL names. Its parts become arguments of another program, so they may contain only
/// characters of host names and addresses.
struct ServerAddress: Equatable {
  /// The host name, or the address without brackets.
  let host: String
  let port: UInt16
  /// Whether the host is an IP address.
  let isNumeric: Bool

  /// Returns nil unless the text is an HTTPS URL without a user name.
  init?(_ text: String) {
    let scheme = "https://"
    guard text.utf8.count < 8192, text.lowercased().hasPrefix(scheme) else { return nil }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { !"/?#".contains($0) }
    guard let (host, port) = WebAddress.hostAndPort(authority), port != 0 else { return nil }
    let isBracketed = authority.hasPrefix("[")
    guard isBracketed ? Self.isAddress(host, AF_INET6) : Self.isName(host) else { return nil }
    self.host = host
    self.port = port ?? 443
    isNumeric = isBracketed || Self.isAddress(host, AF_INET)
  }

  /// The server in the form `host:port` that `openssl` takes.
  var place: String { host.utf8.contains(colon) ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// The name for server name indication; nil for an IP address, which must not be sent (RFC 6066, section 3).
  var serverName: String? {
    guard !isNumeric else { return nil }
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(family, text, &bytes) == 1
  }

  /// Returns whether the text is a host name. Names in other scripts must be written as `xn--...`.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 254 else {
      return false
    }
    return text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

private let colon = UInt8(ascii: ":")
