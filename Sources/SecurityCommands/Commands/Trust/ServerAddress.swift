import Glibc
import PasswordTransfer

/// The server that an address of HTTPS names. Its parts become arguments of another program: nothing is in them
/// that a name of a host or an address does not have.
struct ServerAddress: Equatable {
  /// The name, or the address as text: without brackets.
  let host: String
  let port: UInt16
  /// Whether the host is an address.
  let isNumeric: Bool

  /// Nil for what is no such address, and for one with a user's name in it.
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

  /// `host:port`, as `openssl` takes it.
  var place: String { host.utf8.contains(colon) ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// The name that the server is asked for; nil for an address, which has none (RFC 6066, 3).
  var serverName: String? {
    guard !isNumeric else { return nil }
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(family, text, &bytes) == 1
  }

  /// Names of other scripts are written as `xn--...`.
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
