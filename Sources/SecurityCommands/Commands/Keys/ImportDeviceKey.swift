import Keychain
import KeychainCrypto
import KeychainModel

extension Command {
  static let importDeviceKey = Command(
    "import-device-key", "Put the device key back in place, from a copy. (only in Latchkey)",
    synopsis: "file | -w",
    details: [
      "It must be the key of this keychain, and its place must be free.",
      "-w  read the nine lines that export-device-key -w printed",
    ],
    options: OptionSyntax("w")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count == (arguments.has("w") ? 0 : 1) else { throw .usage }
    let context = "import-device-key"
    let isNew: Bool
    if let path = arguments.operands.first {
      isNew = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
        try keychain.importDeviceKey(from: path.bytes)
      }
    } else {
      let key = try typedKey(session)
      isNew = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
        try keychain.importDeviceKey(key)
      }
    }
    let source = try? session.keychain().location.deviceKeySource()
    session.console.print(
      isNew ? "The device key is in place." : "The device key was in place already.")
    if source?.isCredential == true {
      session.console.complain("the file is not used as long as the device key is a credential.")
    }
  }

  /// At a terminal a line that is mistyped is asked for again.
  private static func typedKey(_ session: Session) throws(CommandFailure) -> DeviceKey {
    var reader = DeviceKeyPaper.Reader()
    while !reader.isComplete {
      guard var line = try session.ask("Line \(reader.nextLine) of \(DeviceKeyPaper.lineCount): ")
      else {
        throw .failed("import-device-key: input ends before line \(reader.nextLine).")
      }
      defer { line.wipe() }
      // Blank lines are for the eye.
      guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else {
        continue
      }
      do throws(KeychainError) {
        try line.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
          try reader.take(UnsafeRawBufferPointer(bytes))
        }
      } catch {
        guard error.code == .decode, session.input.isTerminal else { throw failure(error) }
        session.console.complain("\(error.reason); nothing was changed yet.")
      }
    }
    do throws(KeychainError) {
      return try reader.key()
    } catch {
      throw failure(error)
    }
  }

  private static func failure(_ error: KeychainError) -> CommandFailure {
    .failed("import-device-key: \(error.reason); nothing was changed.")
  }
}
