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

  /// Whether a process can have mounts that nobody else sees.
  static let hasMounts =
    isRoot
    && {
      guard let folder = try? TemporaryDirectory(),
        let child = try? Child("commands", folder.path)
      else { return false }
      return child.ask("private-mounts").status == 0 && child.ask("mount-memory 100000").status == 0
    }()

  /// Whether tests must make every place that they speak of, as continuous integration has it.
  static let arePlacesRequired = getenv("LATCHKEY_PLACES") != nil

  /// Whether there is a program of this name where programs lie.
  static func has(_ program: String) -> Bool { access("/usr/bin/\(program)", X_OK) == 0 }
}

/// A folder for a store, and the store as this process sees it.
struct Store: Sendable {
  let folder: TemporaryDirectory
  let keychain: LocalKeychain
  private let home: String

  init() throws { self.init(in: try TemporaryDirectory()) }

  /// A store in a folder, or in one below it.
  init(in folder: TemporaryDirectory, below name: String? = nil) {
    self.folder = folder
    home = name.map { folder($0) } ?? folder.path
    keychain = LocalKeychain(StoreLocation(home: home))
  }

  var simple: Simple { Simple(keychain) }

  /// The same files, opened anew.
  func reopened() -> LocalKeychain { LocalKeychain(StoreLocation(home: home)) }

  /// What is wrong with the files; nil when nothing is.
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
    // One keybag is in force.
    guard let keybag = names.first(where: { $0.hasPrefix("keybag.") }) else { return names }
    return names.filter { $0 != keybag }
  }
}
