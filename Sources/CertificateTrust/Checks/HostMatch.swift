import Glibc

/// Whether a certificate is for a host (specification: keys-and-certificates 4.6).
enum HostMatch {
  /// - Parameters:
  ///   - host: A host name or a textual IP address. A dot at the end is allowed.
  ///   - names: The host names in the certificate, as written there. The common name is not used.
  ///   - addresses: The IP addresses in the certificate, 4 or 16 bytes each.
  static func isFor(_ host: String, names: [String], addresses: [[UInt8]]) -> Bool {
    let host = RequestedHost(host)
    if let address = host.address { return addresses.contains(address) }
    let wanted = labels(host.name)
    // A wildcard is not a host to connect to. Non-ASCII names are rejected, because some non-ASCII letters
    // become ASCII letters in lower case.
    guard !wanted.isEmpty, !host.name.contains("*"), host.name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return false
    }
    return names.contains { matches(labels($0), wanted) }
  }

  /// The labels in lower case; empty when the name is invalid.
  private static func labels(_ name: String) -> [Substring] {
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    return labels.contains("") ? [] : labels
  }

  /// A wildcard must be the whole first label, and there must be at least three labels.
  private static func matches(_ pattern: [Substring], _ wanted: [Substring]) -> Bool {
    guard pattern.count == wanted.count else { return false }
    if pattern.first == "*" {
      return pattern.count >= 3 && pattern.dropFirst() == wanted.dropFirst()
    }
    return pattern == wanted
  }
}

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
