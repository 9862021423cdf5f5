import Glibc
import KeychainModel
import ProgramSupport

/// Reads the entries of `pass`. The program `gpg` decrypts each entry.
package enum PassReader {
  /// - Parameters:
  ///   - path: The folder of the store; nil for the user's default store.
  ///   - onProgress: A function that receives the number of entries read so far, and the number of all entries.
  /// - Throws: A failure if the store cannot be read or `gpg` is missing.
  package static func read(
    _ path: [UInt8]?, onProgress: (Int, Int) -> Void
  ) throws(TransferFailure) -> Transfer {
    let folder = if let path { path } else { try PassStore.standardPath() }
    let store = PassStore(path: folder)
    let entries = try store.entries()
    var transfer = Transfer()
    guard !entries.isEmpty else { return transfer }
    let program = try gpg()
    for (count, name) in entries.enumerated() {
      onProgress(count, entries.count)
      let origin = String(decoding: name, as: UTF8.self)
      var child = try output(of: program, store.file(of: name))
      defer { child.output.wipe() }
      if child.isCutShort {
        transfer.addUnreadable(origin, "it is larger than an item may be")
      } else if child.status != 0 {
        transfer.addUnreadable(origin, reason(child))
      } else if child.output.isEmpty {
        transfer.addUnreadable(origin, "it is empty")
      } else {
        let entry = PassEntry(name: name, content: child.output)
        transfer.add(entry.item)
        if entry.isWhole {
          transfer.addNote(
            "\(origin): all its lines are the secret, because none of them is a field")
        }
      }
    }
    return transfer
  }

  /// Runs gpg for a file, and returns its output.
  private static func output(
    of program: [UInt8], _ file: [UInt8]
  ) throws(TransferFailure) -> ChildOutput {
    do throws(ChildFailure) {
      return try ChildOutput(
        of: program, options + [file],
        limit: Limits.secretByteCount + Limits.attributeByteCount)
    } catch {
      throw TransferFailure(error.reason)
    }
  }

  /// The path of the program gpg.
  private static func gpg() throws(TransferFailure) -> [UInt8] {
    guard let program = ProgramSearch.path(of: "gpg") else {
      throw TransferFailure("gpg: \(SystemError.text(ENOENT))")
    }
    return program
  }

  private static let options = ["--quiet", "--batch", "--yes", "--decrypt", "--"]
    .map { Array($0.utf8) }

  private static func reason(_ child: ChildOutput) -> String {
    let line = child.lastErrorLine
    return line.isEmpty ? "gpg ended with \(child.status)" : line
  }
}
