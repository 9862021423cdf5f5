import Glibc

/// The host that somebody asks for.
struct WantedHost {
  /// Without the dot that may stand at the end.
  let name: String

  init(_ host: String) { name = host.hasSuffix(".") ? String(host.dropLast()) : host }

  /// The bytes of an address of either version; nil for a name.
  var address: [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, name, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
