import KeychainModel

/// The hosts and mailboxes that authorities must not certify (RFC 5280, 4.2.1.10). OpenSSL looks at the names in
/// certificates; a name with a wildcard is no name below `bad.example.org`, and yet stands for that host, and
/// `Anna@example.org` is another mailbox to it than `anna@example.org`, which is the same here.
enum ExcludedNames {
  static func failures(_ chain: [Certificate], _ policies: [TrustPolicy]) -> [TrustFailure] {
    let wanted = policies.compactMap(Wanted.init)
    guard !wanted.isEmpty else { return [] }
    for authority in chain.dropFirst() {
      // What is excluded by what cannot be read nobody knows.
      guard let excluded = try? subtrees(authority) else {
        return [TrustFailure(.nameConstraints, at: 0)]
      }
      let isExcluded = wanted.contains { name in
        excluded.contains { $0.tag == name.tag.rawValue && name.isWithin($0.base) }
      }
      if isExcluded { return [TrustFailure(.nameConstraints, at: 0)] }
    }
    return []
  }

  /// What an authority excludes: the kind of name, and the name in small letters.
  ///
  /// - Throws: `.parameter` for constraints that are malformed.
  private static func subtrees(
    _ authority: Certificate
  ) throws(KeychainError) -> [(tag: UInt8, base: String)] {
    guard let value = authority.content.value(of: ObjectIdentifier.nameConstraints) else {
      return []
    }
    var reader = DERReader(value[...])
    var constraints = try reader.read(.sequence)
    try reader.end()
    _ = try constraints.readOptional(.explicit0)
    let list = try constraints.readOptional(.explicit1)
    try constraints.end()
    guard var list else { return [] }
    var subtrees: [(tag: UInt8, base: String)] = []
    while !list.isAtEnd {
      var subtree = try list.read(.sequence)
      let base = try subtree.readAny()
      let text = String(decoding: base.content.rest, as: UTF8.self).lowercased()
      subtrees.append((base.tag, text))
    }
    return subtrees
  }

  /// A name that a policy asks for, in small letters.
  private enum Wanted {
    case host(String)
    case mailbox(String)

    /// Nil for a policy that asks for no name, or for an address of the network: OpenSSL compares those.
    init?(_ policy: TrustPolicy) {
      switch policy {
      case .tls(isServer: true, let host?):
        let wanted = WantedHost(host)
        guard wanted.address == nil else { return nil }
        self = .host(wanted.name.lowercased())
      case .mail(let address?): self = .mailbox(address.lowercased())
      default: return nil
      }
    }

    /// The kind of name that it is.
    var tag: DERTag {
      switch self {
      case .host: .implicit2
      case .mailbox: .implicit1
      }
    }

    /// - Parameter base: For hosts one of them, for it and those below; for mailboxes one of them, or a host, for
    ///   those on it. With a dot before it for the hosts below alone; empty for all.
    func isWithin(_ base: String) -> Bool {
      if base.isEmpty { return true }
      switch self {
      case .host(let host):
        return host == base || host.hasSuffix(base.hasPrefix(".") ? base : "." + base)
      case .mailbox(let mailbox):
        if base.contains("@"), !base.hasPrefix("@") { return mailbox == base }
        let isBelow = base.hasPrefix(".") || base.hasPrefix("@")
        return mailbox.hasSuffix(isBelow ? base : "@" + base)
      }
    }
  }
}
