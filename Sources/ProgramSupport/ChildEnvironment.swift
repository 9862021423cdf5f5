import CPlatform
import Glibc

/// What another program finds in its environment.
package enum ChildEnvironment {
  /// All that this process has.
  case inherited
  /// Nothing of this process: where programs lie, and messages in English.
  case clean

  private static let few = ["PATH=/usr/bin:/bin", "LC_ALL=C"]

  /// Lends the variables as C has them.
  func withPointers<Result>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    guard self == .clean else { return body(lk_environment()) }
    let variables: [UnsafeMutablePointer<CChar>?] = Self.few.map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    return body(variables)
  }
}
