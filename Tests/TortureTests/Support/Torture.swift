import Glibc
import Keychain
import TestSupport
import TortureScript

/// The extent of the tests.
enum Torture {
  /// Whether the long form was requested.
  static let isLong = getenv("LATCHKEY_TORTURE") != nil

  static func count(_ short: Int, long: Int) -> Int { isLong ? long : short }

  static let isRoot = geteuid() == 0

  /// Whether a process can have its own mounts.
  static let hasMounts =
    isRoot
    && {
      guard let folder = try? TemporaryDirectory(),
        let child = try? Child("commands", folder.path)
      else { return false }
      return child.ask("private-mounts").status == 0 && child.ask("mount-memory 100000").status == 0
    }()

  /// Whether all environments for tests are required, as in continuous integration.
  static let arePlacesRequired = getenv("LATCHKEY_PLACES") != nil

  /// Whether a program with this name is in /usr/bin.
  static func has(_ program: String) -> Bool { access("/usr/bin/\(program)", X_OK) == 0 }
}

/// A folder for a store, and the store in this process.
struct Store: Sendable {
  let folder: TemporaryDirectory
  let keychain: LocalKeychain
  private let home: String

  init() throws { self.init(in: try TemporaryDirectory()) }

  /// A store in a folder, or in a subfolder.
  init(in folder: TemporaryDirectory, below name: String? = nil) {
    self.folder = folder
    home = name.map { folder($0) } ?? folder.path
    keychain = LocalKeychain(StoreLocation(home: home))
  }

  var simple: Simple { Simple(keychain) }

  /// The same files, opened again.
  func reopened() -> LocalKeychain { LocalKeychain(StoreLocation(home: home)) }

  /// The damage of the files; nil when there is none.
  var damage: String? {
    let answer = simple.verify()
    return answer.status == 0 ? nil : answer.text
  }

  /// The names of files that do not belong to a store.
  var litter: [String] {
    let known: Set = [
      "keychain.db", "keychain.db-wal", "keychain.db-shm", "device.key", "latchkey.lock",
    ]
    let names = TemporaryDirectory.names(home).filter { !known.contains($0) }
    // One keybag file is the current one.
    guard let keybag = names.first(where: { $0.hasPrefix("keybag.") }) else { return names }
    return names.filter { $0 != keybag }
  }
}
