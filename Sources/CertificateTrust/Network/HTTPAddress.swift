import Glibc

/// A parsed address of plain HTTP (RFC 3986). OpenSSL's HTTP client parses some addresses differently: it treats a
/// colon in the path as the one before the port, and does not accept a scheme in upper case.
struct HTTPAddress: Equatable {
  /// A name, an IPv4 address, or an IPv6 address in brackets.
  let host: String
  let port: String
  /// The request target: path and query.
  let target: String

  /// Returns nil for another scheme, for an address with a user name, without a host (which would mean this
  /// computer), and for characters that would end a C string or are invalid in a request.
  init?(_ text: String) {
    let scheme = "http://"
    let bytes = Array(text.utf8)
    guard text.lowercased().hasPrefix(scheme), bytes.allSatisfy({ 0x20 < $0 && $0 < 0x7F }) else {
      return nil
    }
    let rest = bytes.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "#") }
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard let (host, port) = Self.split(authority) else { return nil }
    let target = String(decoding: rest[authority.endIndex...], as: UTF8.self)
    self.host = host
    self.port = port
    self.target = target.hasPrefix("/") ? target : "/" + target
  }

  private static func split(_ authority: ArraySlice<UInt8>) -> (host: String, port: String)? {
    let host: ArraySlice<UInt8>
    if authority.first == UInt8(ascii: "[") {
      let inside = authority.dropFirst().prefix { $0 != UInt8(ascii: "]") }
      var address = in6_addr()
      guard inside.endIndex < authority.endIndex,
        inet_pton(AF_INET6, String(decoding: inside, as: UTF8.self), &address) == 1
      else { return nil }
      host = authority[...inside.endIndex]
    } else {
      host = authority.prefix { $0 != UInt8(ascii: ":") }
      guard !host.isEmpty, host.allSatisfy(isOfName) else { return nil }
    }
    let rest = authority[host.endIndex...]
    guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
    let port = String(decoding: rest.dropFirst(), as: UTF8.self)
    let isNumber = port.utf8.allSatisfy { (0x30...0x39).contains($0) } && !port.hasPrefix("0")
    guard port.isEmpty || isNumber && UInt16(port) != nil else { return nil }
    return (String(decoding: host, as: UTF8.self), port.isEmpty ? "80" : port)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
