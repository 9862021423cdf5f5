import CPlatform
import Glibc

/// The environment of a child program.
package enum ChildEnvironment {
  /// The complete environment of this process.
  case inherited
  /// Only a fixed PATH and a locale for English messages.
  case clean

  private static let few = ["PATH=/usr/bin:/bin", "LC_ALL=C"]

  /// Calls `body` with the variables as C strings.
  func withPointers<Result>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    guard self == .clean else { return body(lk_environment()) }
    let variables: [UnsafeMutablePointer<CChar>?] = Self.few.map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    return body(variables)
  }
}
