/// The number of instructions that a call executes in user mode.
struct InstructionReport: Codable {
  var operation: MeasuredOperation
  var keychain: Double
  var floor: Double
  var ratio: Double { keychain / floor }
}
