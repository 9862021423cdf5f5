/// A failed check, and the position of its certificate in the chain; 0 is the leaf.
package struct TrustFailure: Sendable, Hashable {
  package let check: TrustCheck
  package let index: Int

  package init(_ check: TrustCheck, at index: Int) {
    self.check = check
    self.index = index
  }
}
