/// The hosts that authorities must not certify (RFC 5280, 4.2.1.10). OpenSSL looks at the names in certificates;
/// a name with a wildcard is no name below `bad.example.org`, and yet stands for that host.
enum ExcludedHosts {
  static func failures(_ chain: [Certificate], _ policies: [TrustPolicy]) -> [TrustFailure] {
    let hosts = policies.compactMap { policy -> String? in
      guard case .tls(isServer: true, let host?) = policy else { return nil }
      let wanted = WantedHost(host)
      return wanted.address == nil ? wanted.name.lowercased() : nil
    }
    guard !hosts.isEmpty else { return [] }
    let excluded = chain.dropFirst().flatMap(excludedHosts)
    let isExcluded = hosts.contains { host in excluded.contains { isWithin(host, $0) } }
    return isExcluded ? [TrustFailure(.nameConstraints, at: 0)] : []
  }

  /// - Parameter base: A host, for it and those below; with a dot before it for those below alone; empty for
  ///   all.
  private static func isWithin(_ host: String, _ base: String) -> Bool {
    host == base || host.hasSuffix(base.hasPrefix(".") || base.isEmpty ? base : "." + base)
  }

  /// In small letters.
  private static func excludedHosts(_ authority: Certificate) -> [String] {
    guard let value = authority.content.value(of: ObjectIdentifier.nameConstraints) else {
      return []
    }
    var reader = DERReader(value[...])
    guard var constraints = try? reader.read(.sequence) else { return [] }
    _ = try? constraints.readOptional(.explicit0)
    guard var excluded = try? constraints.readOptional(.explicit1) else { return [] }
    var hosts: [String] = []
    while !excluded.isAtEnd, var subtree = try? excluded.read(.sequence),
      let base = try? subtree.readAny()
    {
      guard base.tag == DERTag.implicit2.rawValue else { continue }
      hosts.append(String(decoding: base.content.rest, as: UTF8.self).lowercased())
    }
    return hosts
  }
}
