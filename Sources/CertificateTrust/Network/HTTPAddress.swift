import COpenSSL
import Glibc

/// A parsed HTTP or HTTPS address (RFC 3986). Latchkey parses addresses itself, because OpenSSL's HTTP client treats a
/// colon in the path as the colon before the port, and rejects a scheme in upper case. `host` becomes an argument of
/// another program, so it can contain only the characters of a host name or an IP address.
package struct HTTPAddress: Equatable {
  package enum Scheme: String {
    case http, https

    fileprivate var port: UInt16 { self == .http ? 80 : 443 }
  }

  /// A host name, or an IP address without brackets.
  package let host: String
  package let port: UInt16
  /// The request target: the path and the query.
  package let target: String
  /// Whether the host is an IP address.
  let isNumeric: Bool

  /// Parses an address. Returns nil for:
  ///
  /// - an address with another scheme or with a user name;
  /// - an address without a host, because a missing host would mean this computer;
  /// - an address with a character that is invalid in a request, or would end a C string.
  package init?(_ text: String, _ scheme: Scheme = .http) {
    let prefix = scheme.rawValue + "://"
    let bytes = Array(text.utf8)
    guard bytes.count < 8192, text.lowercased().hasPrefix(prefix), bytes.allSatisfy({ 0x20 < $0 && $0 < 0x7F }) else {
      return nil
    }
    let rest = bytes.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: "#") }
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    let host: ArraySlice<UInt8>
    let end: Int
    if authority.first == UInt8(ascii: "[") {
      host = authority.dropFirst().prefix { $0 != UInt8(ascii: "]") }
      guard host.endIndex < authority.endIndex, Self.isAddress(host, AF_INET6) else { return nil }
      end = host.endIndex + 1
      isNumeric = true
    } else {
      host = authority.prefix { $0 != UInt8(ascii: ":") }
      guard Self.isName(host) else { return nil }
      end = host.endIndex
      isNumeric = Self.isAddress(host, AF_INET)
    }
    guard let port = Self.port(authority[end...], scheme) else { return nil }
    let target = String(decoding: rest[authority.endIndex...], as: UTF8.self)
    self.host = String(decoding: host, as: UTF8.self)
    self.port = port
    self.target = target.hasPrefix("/") ? target : "/" + target
  }

  /// The port number after a colon. Returns the default port of the scheme if there is no number.
  private static func port(_ text: ArraySlice<UInt8>, _ scheme: Scheme) -> UInt16? {
    guard text.isEmpty || text.first == UInt8(ascii: ":") else { return nil }
    let digits = text.dropFirst()
    guard let first = digits.first else { return scheme.port }
    guard first != UInt8(ascii: "0"), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self))
  }

  private static func isAddress(_ text: ArraySlice<UInt8>, _ family: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(family, String(decoding: text, as: UTF8.self), &bytes) == 1
  }

  /// Whether `text` has the form of a host name in ASCII. Names in other scripts are written as `xn--...`.
  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, isLetterOrDigit(first), text.count <= 254 else { return false }
    return text.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
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

extension HTTPAddress {
  /// The host as written in an address: an IPv6 address is in brackets.
  package var bracketedHost: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host }

  /// The host and the port in the form `host:port`, for arguments of `openssl`.
  package var hostAndPort: String { "\(bracketedHost):\(port)" }

  /// The server name of a TLS connection; nil for an IP address, which is not a server name (RFC 6066, 3).
  package var serverName: String? {
    guard !isNumeric else { return nil }
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  /// The address in a general name of a certificate (RFC 5280, 4.2.2.1 and 4.2.1.13). Returns nil for a general name
  /// that is not a URI.
  init?(_ name: UnsafePointer<GENERAL_NAME>) {
    guard name.pointee.type == GEN_URI, let text = name.pointee.d.uniformResourceIdentifier,
      let start = ASN1_STRING_get0_data(text)
    else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(text)))
    self.init(String(decoding: bytes, as: UTF8.self))
  }
}
