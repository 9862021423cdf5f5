import Glibc
import Synchronization
import TestSupport

/// A copy of the built tool and of `keychaind` that every user can run.
///
/// The source tree and the Swift toolchain may be in folders that other users cannot enter, such as the home folder of
/// root. So the programs are copied once to a folder that every user can enter. Libraries that other users cannot read are
/// copied to the same folder, where the loader also searches.
enum SharedTool {
  private static let folder = Mutex<TemporaryDirectory?>(nil)

  /// The path of the copy. The copy is removed when the process ends.
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
      cp "$(dirname "$SECURITY")/keychaind" .
      ldd security keychaind | sed -n 's/^.* => \\(.*\\) (0x[0-9a-f]*)$/\\1/p' | while read -r library; do
        \(Place.asUser) sh -c 'test -r "$1"' sh "$library" || cp "$library" .
      done
      chmod 755 . *
      """)
    guard run.status == 0 else { throw Failure(reason: run.errors) }
    return folder
  }
}
