import KeychainCrypto
import KeychainModel

/// Reads a device key that a person types from paper.
enum TypedDeviceKey {
  /// Asks for the nine lines that `export-device-key -w` printed. At a terminal, a mistyped line is asked for again.
  ///
  /// - Parameter context: The name of the command.
  static func read(_ session: CommandSession, in context: String) throws(CommandFailure) -> DeviceKey {
    func failure(_ error: KeychainError) -> CommandFailure {
      .failed("\(context): \(error.reason); nothing was changed.")
    }
    var reader = DeviceKeyPaper.Reader()
    while !reader.isComplete {
      guard var line = try session.ask("Line \(reader.nextLine) of \(DeviceKeyPaper.lineCount): ")
      else {
        throw .failed("\(context): input ends before line \(reader.nextLine).")
      }
      defer { line.wipe() }
      // Blank lines only separate groups of lines.
      guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else {
        continue
      }
      do throws(KeychainError) {
        try line.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
          try reader.take(UnsafeRawBufferPointer(bytes))
        }
      } catch {
        guard error.code == .decode, session.input.isTerminal else { throw failure(error) }
        session.console.printError("\(error.reason); nothing was changed yet.")
      }
    }
    do throws(KeychainError) {
      return try reader.key()
    } catch {
      throw failure(error)
    }
  }
}
