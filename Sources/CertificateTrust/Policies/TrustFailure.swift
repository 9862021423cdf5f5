/// A check that failed, and the certificate of the chain that it failed for: 0 is the leaf.
package struct TrustFailure: Sendable, Hashable {
  package let check: TrustCheck
  package let index: Int

  package init(_ check: TrustCheck, at index: Int) {
    self.check = check
    self.index = index
  }
}
