import Glibc
import Keychain
import TestSupport
import TortureScript

/// How much is done.
enum Torture {
  /// Whether the long form was asked for.
  static let isLong = getenv("LATCHKEY_TORTURE") != nil

  static func count(_ short: Int, long: Int) -> Int { isLong ? long : short }

  static let isRoot = geteuid() == 0

  /// Whether there is a program of this name where programs lie.
  static func has(_ program: String) -> Bool { access("/usr/bin/\(program)", X_OK) == 0 }
}

/// A folder for a store, and the store as this process sees it.
struct Store: Sendable {
  let folder: TemporaryDirectory
  let keychain: LocalKeychain

  init() throws {
    folder = try TemporaryDirectory()
    keychain = LocalKeychain(StoreLocation(home: folder.path))
  }

  var simple: Simple { Simple(keychain) }

  /// The same files, opened anew.
  func reopened() -> LocalKeychain { LocalKeychain(StoreLocation(home: folder.path)) }

  /// What is wrong with the files; nil when nothing is.
  var damage: String? {
    let answer = simple.verify()
    return answer.status == 0 ? nil : answer.text
  }

  /// The names of files that do not belong to a store.
  var litter: [String] {
    let known: Set = [
      "keychain.db", "keychain.db-wal", "keychain.db-shm", "keybag", "device.key", "state",
      "changes", "latchkey.lock",
    ]
    return folder.names().filter { !known.contains($0) }
  }
}
