import Glibc
import Keychain
import TestSupport
import TortureScript

/// The extent of the tests, and the abilities of the machine.
enum Torture {
  /// Whether the environment variable `LATCHKEY_TORTURE` requests the long form of the tests.
  static let isLong = getenv("LATCHKEY_TORTURE") != nil

  static func count(_ short: Int, long: Int) -> Int { isLong ? long : short }

  static let isRoot = geteuid() == 0

  /// Whether a process can have its own mount namespace.
  static let hasMounts =
    isRoot
    && {
      guard let folder = try? TemporaryDirectory(),
        let child = try? Child("commands", folder.path)
      else { return false }
      return child.ask("private-mounts").status == 0 && child.ask("mount-memory 100000").status == 0
    }()

  /// Whether the environment variable `LATCHKEY_PLACES` requires that the machine can run all tests, as in continuous
  /// integration.
  static let arePlacesRequired = getenv("LATCHKEY_PLACES") != nil

  /// Returns whether /usr/bin has a program with this name.
  static func has(_ program: String) -> Bool { access("/usr/bin/\(program)", X_OK) == 0 }
}

/// The folder of a store, and the store as this process has opened it.
struct Store: Sendable {
  let folder: TemporaryDirectory
  let keychain: LocalKeychain
  private let home: String

  init() throws { self.init(in: try TemporaryDirectory()) }

  /// Creates a store in a folder, or in a subfolder with the name `name`.
  init(in folder: TemporaryDirectory, below name: String? = nil) {
    self.folder = folder
    home = name.map { folder($0) } ?? folder.path
    keychain = LocalKeychain(StoreLocation(home: home))
  }

  var simple: Simple { Simple(keychain) }

  /// Opens the same files again.
  func reopened() -> LocalKeychain { LocalKeychain(StoreLocation(home: home)) }

  /// The damage that a verification finds; nil when there is none.
  var damage: String? {
    let answer = simple.verify()
    return answer.status == 0 ? nil : answer.text
  }

  /// The names of the files in the folder that do not belong to a store.
  var litter: [String] {
    let known: Set = [
      "keychain.db", "keychain.db-wal", "keychain.db-shm", "device.key", "latchkey.lock",
    ]
    let names = TemporaryDirectory.names(home).filter { !known.contains($0) }
    // A store has one keybag file.
    guard let keybag = names.first(where: { $0.hasPrefix("keybag.") }) else { return names }
    return names.filter { $0 != keybag }
  }
}
