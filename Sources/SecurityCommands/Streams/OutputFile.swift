import KeychainFiles
import KeychainModel

/// A file that a command writes: a `StreamedFile`, in few pieces.
struct OutputFile {
  private let name: Word
  private let file: StreamedFile
  private let console: Console?
  private let pending = OutputBuffer(capacity: 1 << 16)

  /// Begins a file, the keychain's own folders not excepted: for tests. One that has the name may be replaced,
  /// if it is an ordinary file.
  ///
  /// - Parameters:
  ///   - name: The path, which need not be UTF-8.
  ///   - console: Is told when others may read the file.
  ///   - mayBeNameless: False where the file system cannot hold a file without a name.
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

  /// Gives the file its name, in place of one that has it.
  func finish() throws(CommandFailure) {
    do throws(KeychainError) {
      try pending.drain(send)
      try file.finish()
    } catch {
      throw Self.failure(name, error)
    }
    if !file.isPrivate { console?.complain(Self.warning(name)) }
  }

  private func send(_ bytes: [UInt8]) throws(KeychainError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
      try file.append(UnsafeRawBufferPointer(bytes))
    }
  }

  /// What is said of a file that could not be made its owner's alone.
  static func warning(_ name: Word) -> String {
    "\(name.text): its file system keeps no rights of files; whoever gets at it there can read it."
  }

  /// The failure to write a file of this name.
  static func failure(_ name: Word, _ error: KeychainError) -> CommandFailure {
    .failed("\(name.text): \(error.reason)")
  }
}
