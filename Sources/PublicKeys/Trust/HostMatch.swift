import Glibc

/// Whether a certificate is for a host (keys-and-certificates 4.6).
enum HostMatch {
  /// - Parameters:
  ///   - host: A name, or an address as text.
  ///   - names: The host names of the certificate. Its common name does not count.
  ///   - addresses: The addresses of the certificate, 4 or 16 bytes each.
  static func isFor(_ host: String, names: [String], addresses: [[UInt8]]) -> Bool {
    if let address = address(host) { return addresses.contains(address) }
    let wanted = labels(host)
    return !wanted.isEmpty && names.contains { matches(labels($0), wanted) }
  }

  /// The labels in small letters, without the dot that may stand at the end.
  private static func labels(_ name: String) -> [Substring] {
    var name = name.lowercased()[...]
    if name.hasSuffix(".") { name.removeLast() }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
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

  /// The bytes of an address of either version; nil for a name.
  private static func address(_ host: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, host, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
