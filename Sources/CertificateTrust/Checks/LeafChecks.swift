/// Checks the requirements of a policy for the leaf.
enum LeafChecks {
  static func failures(_ leaf: some LeafCertificate, _ policy: TrustPolicy) -> [TrustFailure] {
    var checks: [TrustCheck] = []
    switch policy {
    case .tls(isServer: true, let host?):
      let isFor = HostMatch.isFor(
        host, names: leaf.servedHosts, addresses: leaf.networkAddresses)
      if !isFor { checks.append(.hostname) }
    case .mail(let address?):
      let wanted = address.lowercased()
      let isFor =
        address.utf8.allSatisfy { $0 < 0x80 }
        && leaf.servedAddresses.contains { $0.lowercased() == wanted }
      if !isFor {
        checks.append(.email)
      }
    default: break
    }
    if !leaf.serves(policy) { checks.append(policy.purposeCheck) }
    return checks.map { TrustFailure($0, at: 0) }
  }
}
