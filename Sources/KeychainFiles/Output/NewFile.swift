import CPlatform
import Glibc
package import KeychainModel

/// Creates a file, for this user alone, at a path that a person chose.
package enum NewFile {
  /// Creates the file durably, with mode 0600. The file is created completely or not at all. An existing entry of this
  /// name, also a symbolic link, is not changed.
  ///
  /// - Parameters:
  ///   - path: The path, which need not be UTF-8.
  ///   - noun: The kind of file, for messages.
  /// - Returns: Whether no other user can read the file (`StreamedFile.isPrivate`).
  /// - Throws: `.notAvailable` when the name exists already; then nothing is written.
  package static func create(
    at path: [UInt8], noun: StaticString, _ content: UnsafeRawBufferPointer
  ) throws(KeychainError) -> Bool {
    let file = try StreamedFile(path, noun: noun, replaces: false)
    try file.append(content)
    try file.finish()
    return file.isPrivate
  }

  /// Waits until a file that other code created, and its name, are durable.
  ///
  /// - Parameter mayBeInMemory: Whether a file system that is lost at a restart of the machine is
  ///   acceptable.
  /// - Throws: `.notAvailable` for a file on such a file system, unless `mayBeInMemory` is true.
  package static func synchronize(
    _ path: [UInt8], noun: StaticString, mayBeInMemory: Bool
  ) throws(KeychainError) {
    let name = path.terminated
    let number = uninterrupted { open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard number >= 0 else { throw systemFailure("open", "\(noun)", errno, .reading) }
    let file = FileDescriptor(owning: number)
    if !mayBeInMemory, try VolatileFileSystem(of: file, "\(noun)") != nil {
      throw KeychainError(
        .notAvailable,
        "\(noun) lies in memory, and is gone when the computer is started anew: put it on a disk")
    }
    try file.synchronize("\(noun)")
    let folder = try OutputDirectory(OutputDirectory.parts(of: path).folder, noun: "\(noun)")
    guard try !folder.synchronize() else { return }
    // The folder of the file cannot be synchronised, so the whole file system is synchronised.
    guard uninterrupted({ lk_synchronize_file_system(file.number) }) == 0 else {
      throw systemFailure("synchronize the file system of", "\(noun)", errno, .writing)
    }
  }
}
