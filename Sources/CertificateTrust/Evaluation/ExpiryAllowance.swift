import X509Certificates

/// Which certificates of a chain are none the worse for being expired, or not valid yet.
package struct ExpiryAllowance: Sendable {
  /// Whether roots are.
  package var includesRoots = false
  /// Whether all others are.
  package var includesOthers = false

  package init() {}

  /// Whether a failure is none.
  func allows(_ failure: TrustFailure, in chain: [Certificate]) -> Bool {
    guard failure.check == .validity, includesRoots || includesOthers else { return false }
    let isRoot = failure.index == chain.count - 1 && chain[failure.index].isSelfSigned
    return isRoot ? includesRoots : includesOthers
  }
}
