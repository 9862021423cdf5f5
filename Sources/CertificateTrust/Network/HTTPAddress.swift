import Glibc

/// An address of plain HTTP, taken apart (RFC 3986). OpenSSL, which asks there, reads some in another way: it takes
/// a colon in the path for the one before the port, and knows no scheme in capitals.
struct HTTPAddress: Equatable {
  /// A name, an address of IPv4, or one of IPv6 in brackets.
  let host: String
  let port: String
  /// What is asked for there: path and query.
  let target: String

  /// Nil for another scheme, for a user in the address, and for what C would cut short or a request could not
  /// hold. Without a host it would be this computer.
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
