import Glibc

/// The host that a policy asks for.
struct RequestedHost {
  /// The name without a dot at its end.
  let name: String

  init(_ host: String) { name = host.hasSuffix(".") ? String(host.dropLast()) : host }

  /// The bytes of an IPv4 or IPv6 address; nil for a name.
  var address: [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, name, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
