import CPlatform
import Glibc
package import KeychainModel

/// A file of this user's alone at a path that a person chose.
package enum NewFile {
  /// Makes the file, durably, with mode 0600: as a whole, or not at all. What bears the name already is
  /// left alone, also a symbolic link.
  ///
  /// - Parameters:
  ///   - path: Need not be UTF-8.
  ///   - noun: What it is, for messages.
  /// - Returns: Whether nobody else may read it: `StreamedFile.isPrivate`.
  /// - Throws: `.notAvailable` when there is something of that name; then nothing is written.
  package static func create(
    at path: [UInt8], noun: StaticString, _ content: UnsafeRawBufferPointer
  ) throws(KeychainError) -> Bool {
    let file = try StreamedFile(path, noun: noun, replaces: false)
    try file.append(content)
    try file.finish()
    return file.isPrivate
  }

  /// Waits until a file that somebody else made, and its name, are on the disk.
  ///
  /// - Parameter mayBeInMemory: Whether a file system that is gone when the machine is started anew will do.
  /// - Throws: `.notAvailable` for a file on such a one otherwise.
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
    let folder = try OutputFolder(OutputFolder.parts(of: path).folder, noun: "\(noun)")
    guard try !folder.synchronize() else { return }
    // Its name is in a folder that cannot be synchronized, so the whole file system is.
    guard uninterrupted({ lk_synchronize_file_system(file.number) }) == 0 else {
      throw systemFailure("synchronize the file system of", "\(noun)", errno, .writing)
    }
  }
}
