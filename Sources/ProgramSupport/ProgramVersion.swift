/// The version of the programs that are installed together. `scripts/version` writes the number of the file `VERSION`.
package enum ProgramVersion {
  package static let number = "0.1.0~dev"

  /// Returns the version line of a program.
  package static func line(of program: String) -> String { "\(program) (Latchkey) \(number)" }
}
