/// Whether a certificate is for a host (keys-and-certificates 4.6).
enum HostMatch {
  /// - Parameters:
  ///   - host: A name, or an address as text, without or with a dot at the end.
  ///   - names: The host names of the certificate, as they are written. Its common name does not count.
  ///   - addresses: The addresses of the certificate, 4 or 16 bytes each.
  static func isFor(_ host: String, names: [String], addresses: [[UInt8]]) -> Bool {
    let host = WantedHost(host)
    if let address = host.address { return addresses.contains(address) }
    let wanted = labels(host.name)
    // A wildcard is no host that anybody connects to; others than ASCII have letters that are those of ASCII
    // in small.
    guard !wanted.isEmpty, !host.name.contains("*"), host.name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return false
    }
    return names.contains { matches(labels($0), wanted) }
  }

  /// The labels in small letters; none for what is no name.
  private static func labels(_ name: String) -> [Substring] {
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    return labels.contains("") ? [] : labels
  }

  /// A wildcard is the whole first label, of at least three.
  private static func matches(_ pattern: [Substring], _ wanted: [Substring]) -> Bool {
    guard pattern.count == wanted.count else { return false }
    if pattern.first == "*" {
      return pattern.count >= 3 && pattern.dropFirst() == wanted.dropFirst()
    }
    return pattern == wanted
  }
}
