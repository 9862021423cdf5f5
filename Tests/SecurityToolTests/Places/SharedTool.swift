import Glibc
import Synchronization
import TestSupport

/// The built tool where every user can run it.
///
/// A clone may be in a folder that other users cannot enter, as root's home is, and so may the Swift
/// toolchain. The tool is therefore copied once to a folder that everybody may enter, with the
/// libraries that other users cannot read where they are: the loader also looks for them beside the
/// program.
enum SharedTool {
  private static let folder = Mutex<TemporaryDirectory?>(nil)

  /// The path of the copy. The end of the process removes it.
  static func path() throws -> String {
    try folder.withLock { folder in
      if folder == nil {
        folder = try copy()
        atexit { SharedTool.folder.withLock { $0 = nil } }
      }
      return folder.map { $0("security") } ?? ""
    }
  }

  struct Failure: Error { let reason: String }

  private static func copy() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let run = try Tool().shell(
      """
      set -eu
      cd '\(folder.path)'
      cp "$SECURITY" security
      ldd "$SECURITY" | sed -n 's/^.* => \\(.*\\) (0x[0-9a-f]*)$/\\1/p' | while read -r library; do
        \(Place.asUser) sh -c 'test -r "$1"' sh "$library" || cp "$library" .
      done
      chmod 755 . *
      """)
    guard run.status == 0 else { throw Failure(reason: run.errors) }
    return folder
  }
}
