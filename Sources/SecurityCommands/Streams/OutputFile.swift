import KeychainFiles
import KeychainModel

/// A file for the output of a command. The output is buffered and written to a `StreamedFile`.
struct OutputFile {
  private let name: Word
  private let file: StreamedFile
  private let console: Console?
  private let pending = OutputBuffer(capacity: 1 << 16)

  /// Creates a file in any folder, including the keychain's own folders. If a regular file with the same name exists,
  /// the new file replaces the old file. Commands call the initializer that takes a session, and only tests call this
  /// initializer directly.
  ///
  /// - Parameters:
  ///   - name: The path of the file. The path need not be UTF-8.
  ///   - console: The console that receives a warning if other users can read the file.
  ///   - mayBeNameless: Whether to create the file without a name until the output is complete. Tests pass false for a
  ///     file system that cannot create such files.
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

  /// Writes the rest of the output, and gives the new file its name. A file that already has this name is replaced.
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

  /// Returns the warning that other users can read a file, because its file system stores no permissions.
  static func warning(_ name: Word) -> String {
    "\(name.text): its file system keeps no rights of files; whoever gets at it there can read it."
  }

  /// Makes the failure for a file that cannot be written.
  static func failure(_ name: Word, _ error: KeychainError) -> CommandFailure {
    .failed("\(name.text): \(error.reason)")
  }
}
