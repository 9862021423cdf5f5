import X509Certificates

/// The certificates of a chain that are accepted when they are expired or not valid yet.
package struct ExpiryAllowance: Sendable {
  /// Whether roots are accepted.
  package var includesRoots = false
  /// Whether all other certificates are accepted.
  package var includesOthers = false

  package init() {}

  /// Whether a failure is accepted.
  func allows(_ failure: TrustFailure, in chain: [Certificate]) -> Bool {
    guard failure.check == .validity, includesRoots || includesOthers else { return false }
    let isRoot = failure.index == chain.count - 1 && chain[failure.index].isSelfSigned
    return isRoot ? includesRoots : includesOthers
  }
}
