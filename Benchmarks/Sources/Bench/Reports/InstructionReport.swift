/// How many instructions one call executes outside the kernel.
struct InstructionReport: Codable {
  var operation: MeasuredOperation
  var keychain: Double
  var floor: Double
  var ratio: Double { keychain / floor }
}
