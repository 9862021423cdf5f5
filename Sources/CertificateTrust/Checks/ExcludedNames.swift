import X509Certificates

/// Checks name constraints in the cases that OpenSSL does not check (RFC 5280, 4.2.1.10).
///
/// - Wildcards: the certificate name `*.example.org` includes the excluded host `bad.example.org`. OpenSSL accepts this
///   name. These checks accept the name only if a policy requests a host that is not excluded.
/// - Mail addresses: OpenSSL treats `Anna@example.org` and `anna@example.org` as different addresses. These checks
///   treat both addresses as equal.
/// - Empty constraints, and names that cannot be compared with constraints: OpenSSL ignores both. These checks reject a
///   chain with such constraints or names.
enum ExcludedNames {
  static func failures(_ chain: [Certificate], _ policies: [TrustPolicy]) -> [TrustFailure] {
    let wanted = policies.compactMap(RequestedName.init)
    let asksForAHost = policies.contains { if case .tls(_, _?) = $0 { true } else { false } }
    var failures: Set<TrustFailure> = []
    for (index, authority) in chain.enumerated().dropFirst() {
      do {
        guard let constraints = try NameConstraints(of: authority) else { continue }
        let isExcluded = constraints.excluded.contains { subtree in
          wanted.contains { $0.kind == subtree.kind && $0.isWithin(subtree.base) }
        }
        if isExcluded { failures.insert(TrustFailure(.nameConstraints, at: 0)) }
        for (place, certificate) in chain.prefix(index).enumerated() {
          // Name constraints do not apply to a self-issued authority. A self-issued authority certifies another key of
          // the same authority.
          let isOwn =
            certificate.subject.normalizedContent == certificate.issuer.normalizedContent
          guard place == 0 || !isOwn else { continue }
          let isForAnExcludedHost =
            !asksForAHost && certificate.hostNames.contains(where: constraints.excludesAHost)
          if isForAnExcludedHost || !constraints.isComparable(with: certificate) {
            failures.insert(TrustFailure(.nameConstraints, at: place))
          }
        }
      } catch {
        // If the name constraints cannot be read, the excluded names are unknown. Therefore the leaf fails.
        failures.insert(TrustFailure(.nameConstraints, at: 0))
      }
    }
    return failures.sorted { $0.index < $1.index }
  }

  /// The name that a policy requests, in lower case.
  private struct RequestedName {
    let kind: NameKind

    private let name: [UInt8]

    /// Returns nil in two cases. Either the policy requests no name, or the policy requests an IP address. OpenSSL
    /// checks the constraints of IP addresses correctly.
    init?(_ policy: TrustPolicy) {
      switch policy {
      case .tls(isServer: true, let host?):
        let wanted = RequestedHost(host)
        guard wanted.address == nil else { return nil }
        kind = .host
        name = Array(wanted.name.lowercased().utf8)
      case .mail(let address?):
        kind = .mailbox
        name = Array(address.lowercased().utf8)
      default: return nil
      }
    }

    /// Whether the name is in a subtree.
    ///
    /// - Parameter base: The base of the subtree:
    ///   - An empty base means all names.
    ///   - A leading dot means only the hosts below the domain.
    ///   - A host means the host and its subdomains. For mail addresses, a host means all mail addresses at the host.
    ///   - A mail address means only this address.
    func isWithin(_ base: ArraySlice<UInt8>) -> Bool {
      let (at, dot) = (UInt8(ascii: "@"), UInt8(ascii: "."))
      guard let first = base.first else { return true }
      let rest = name.count - base.count
      guard rest >= 0, zip(name[rest...], base).allSatisfy({ $0 == Self.small($1) }) else {
        return false
      }
      if kind == .mailbox {
        if first != at, base.contains(at) { return rest == 0 }
        return first == dot || first == at || rest > 0 && name[rest - 1] == at
      }
      return rest == 0 || first == dot || name[rest - 1] == dot
    }

    private static func small(_ letter: UInt8) -> UInt8 {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) ? letter + 0x20 : letter
    }
  }
}
