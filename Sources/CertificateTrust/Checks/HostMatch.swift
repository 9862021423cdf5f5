import Glibc

/// Checks whether a certificate is valid for a host (specification: keys-and-certificates 4.6).
enum HostMatch {
  /// Whether the names and addresses in a certificate include a host.
  ///
  /// - Parameters:
  ///   - host: A host name, or an IP address as text. A dot at the end is allowed.
  ///   - names: The alternative host names, as written in the certificate. The common name is not included.
  ///   - addresses: The IP addresses in the certificate. Each address has 4 or 16 bytes.
  static func isFor(_ host: String, names: [String], addresses: [[UInt8]]) -> Bool {
    let host = RequestedHost(host)
    if let address = host.address { return addresses.contains(address) }
    let wanted = labels(host.name)
    // A host with a wildcard is rejected, because a program cannot connect to such a host. Non-ASCII host names are
    // rejected, because some non-ASCII letters become ASCII letters in lower case.
    guard !wanted.isEmpty, !host.name.contains("*"), host.name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return false
    }
    return names.contains { matches(labels($0), wanted) }
  }

  /// The labels of a host name in lower case; empty when the name is invalid.
  private static func labels(_ name: String) -> [Substring] {
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    return labels.contains("") ? [] : labels
  }

  /// Whether a name in a certificate matches the labels of the requested host. A wildcard must be the whole first
  /// label, and the name must have at least three labels.
  private static func matches(_ pattern: [Substring], _ wanted: [Substring]) -> Bool {
    guard pattern.count == wanted.count else { return false }
    if pattern.first == "*" {
      return pattern.count >= 3 && pattern.dropFirst() == wanted.dropFirst()
    }
    return pattern == wanted
  }
}

/// The host that a policy requests.
struct RequestedHost {
  /// The host name or IP address, without a dot at its end.
  let name: String

  init(_ host: String) { name = host.hasSuffix(".") ? String(host.dropLast()) : host }

  /// The bytes of the IPv4 or IPv6 address; nil when `name` is a host name.
  var address: [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, name, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
