import KeychainFiles
import KeychainModel

/// A buffered file for the output of a command. It uses a `StreamedFile`.
struct OutputFile {
  private let name: Word
  private let file: StreamedFile
  private let console: Console?
  private let pending = OutputBuffer(capacity: 1 << 16)

  /// Creates a file in any folder, including the keychain's own folders. Only tests call it directly. It may replace a
  /// regular file with the same name.
  ///
  /// - Parameters:
  ///   - name: The path, which need not be UTF-8.
  ///   - console: Receives a warning if other users can read the file.
  ///   - mayBeNameless: False if the file system cannot create files without a name.
  init(
    anywhere name: Word, telling console: Console? = nil, mayBeNameless: Bool = true
  ) throws(CommandFailure) {
    do throws(KeychainError) {
      file = try StreamedFile(
        name.bytes, noun: "the file", replaces: true, mayBeNameless: mayBeNameless)
    } catch {
      throw Self.failure(name, error)
    }
    self.name = name
    self.console = console
  }

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    do throws(KeychainError) {
      try pending.append(bytes, send: send)
    } catch {
      throw Self.failure(name, error)
    }
  }

  /// Gives the file its name. It replaces a file with the same name.
  func finish() throws(CommandFailure) {
    do throws(KeychainError) {
      try pending.drain(send)
      try file.finish()
    } catch {
      throw Self.failure(name, error)
    }
    if !file.isPrivate { console?.printError(Self.warning(name)) }
  }

  private func send(_ bytes: [UInt8]) throws(KeychainError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
      try file.append(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Returns the warning about a file that could not be restricted to its owner.
  static func warning(_ name: Word) -> String {
    "\(name.text): its file system keeps no rights of files; whoever gets at it there can read it."
  }

  /// Makes the failure for a file that cannot be written.
  static func failure(_ name: Word, _ error: KeychainError) -> CommandFailure {
    .failed("\(name.text): \(error.reason)")
  }
}
