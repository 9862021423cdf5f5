/// The version of the programs that are installed together.
package enum ProgramVersion {
  package static let number = "0.1.0"

  /// Returns the version line of a program.
  package static func line(of program: String) -> String { "\(program) (Latchkey) \(number)" }
}
