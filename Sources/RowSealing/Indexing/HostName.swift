/// A server and its parent domains. `kSecMatchHostOrSubdomainOfHost` compares host names byte for byte, divided at
/// dots.
package enum HostName {
  /// The limits for indexed servers, in bytes and in domains. These limits are the limits of DNS. A query for a host
  /// beyond these limits reads the whole group instead.
  static let indexedByteCount = 253
  static let indexedDomainCount = 127

  /// Whether a server is `host` or a subdomain of `host`.
  package static func matches(_ server: String, _ host: String) -> Bool {
    let server = server.utf8
    let host = host.utf8
    guard server.count > host.count else { return server.elementsEqual(host) }
    return server.suffix(host.count).elementsEqual(host)
      && server.dropLast(host.count).last == UInt8(ascii: ".")
  }

  /// The server and its parent domains, within the limits for indexing.
  static func indexedDomains(of server: String) -> [Substring] {
    var domains: [Substring] = []
    let bytes = server.utf8
    func add(_ start: String.Index) {
      let domain = server[start...]
      if isIndexed(domain) { domains.append(domain) }
    }
    add(server.startIndex)
    // A long server name may have any number of dots. Only the last dots begin an indexed domain.
    var position = server.endIndex
    var seen = 0
    while position > bytes.startIndex, seen <= indexedByteCount {
      let before = bytes.index(before: position)
      if bytes[before] == UInt8(ascii: ".") { add(position) }
      position = before
      seen += 1
    }
    return domains
  }

  /// Whether the index finds all servers that are this host or a subdomain of this host.
  package static func isIndexed(_ host: some StringProtocol) -> Bool {
    host.utf8.count <= indexedByteCount
      && host.utf8.lazy.filter { $0 == UInt8(ascii: ".") }.count < indexedDomainCount
  }
}
