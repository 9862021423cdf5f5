import KeychainModel

extension Command {
  /// The command `error`. It always ends with status 1, because scripts for macOS expect this status.
  static let error = Command(
    "error", "Say what status codes mean.", synopsis: "code ...", options: .none
  ) { (arguments, session) throws(CommandFailure) in
    guard !arguments.operands.isEmpty else { throw .usage }
    for operand in arguments.operands {
      guard let status = StatusNumber.parse(operand.text) else {
        session.console.printError("\"\(operand.text)\" is not a number of 32 bits")
        continue
      }
      let digits = String(UInt32(bitPattern: status), radix: 16, uppercase: true)
      let padded = String(repeating: "0", count: 8 - digits.utf8.count) + digits
      session.console.print("Error: 0x\(padded) \(status) \(StatusMessage.text(for: status))")
    }
    throw CommandFailure(status: 1)
  }
}
