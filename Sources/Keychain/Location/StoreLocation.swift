import CPlatform
import Glibc
import KeychainCrypto
import KeychainFiles
package import KeychainModel
import KeychainTransport
package import Vault

/// The locations of a keychain's files.
package struct StoreLocation: Sendable, Hashable {
  /// The folder of the database, the keybag, the state and the lock.
  package let dataDirectory: String

  /// The folder of the device key. This folder is separate, so that a backup of the data folder alone cannot be opened.
  package let keyDirectory: String

  /// The folder of the credentials that were passed to this process; nil when there is no such folder. If the folder
  /// contains a credential `latchkey.device-key`, this credential is the device key.
  package let credentialsDirectory: String?

  /// The name of the keychain in a service, for which the device key is derived from the credential; nil when the
  /// credential is the device key.
  package var derivedKeyName: String?

  package init(
    dataDirectory: String, keyDirectory: String, credentialsDirectory: String? = nil
  ) {
    self.dataDirectory = dataDirectory
    self.keyDirectory = keyDirectory
    self.credentialsDirectory = credentialsDirectory
  }

  /// A location with all files in one folder.
  package init(home: String, credentialsDirectory: String? = nil) {
    self.init(
      dataDirectory: home, keyDirectory: home, credentialsDirectory: credentialsDirectory)
  }

  /// The file that contains the passcode for this process; nil when there is no such file. The file is read only when a
  /// locked store is opened.
  package var passcodeFile: String?

  /// The folder of the trust settings of the machine's administrator, and of the preferences about keychains that apply
  /// to all users.
  package var adminDirectory = "/etc/latchkey"

  /// The file of the system keychain.
  package var systemKeychainPath = "/var/lib/latchkey/System.keychain"

  /// The folder of the user's further keychains. It stands for `~/Library/Keychains` of macOS.
  package var keychainsDirectory: String { dataDirectory + "/keychains" }

  /// The folder of the device keys of the user's further keychains.
  package var keychainKeysDirectory: String { keyDirectory + "/keychain-keys" }

  /// The home folder of the user; nil to read it from the environment or from the account of the user.
  package var givenHomeDirectory: String?

  /// The home folder of the user, which the paths of keychains on macOS contain; nil when it is unknown.
  package var homeDirectory: String? { givenHomeDirectory ?? Self.environment("HOME") ?? Self.accountHome() }

  /// Whether the location is the default location of the user, which no variable names. On a machine with `keychaind`,
  /// the default keychain is in the service.
  package private(set) var isDefault = false

  /// Whether the user's preferences about keychains apply. They do not apply to an application with a group of its own,
  /// because every program of the user can change them.
  package var usesUserPreferences = true

  /// The vault that the folder must contain; nil for the login keychain.
  package var named: NamedVault?

  /// The path of the file that names the keychain; nil for the login keychain.
  package var keychainFile: [UInt8]?

  /// The path that identifies the keychain for a person and in lists of keychains.
  package var shownPath: [UInt8] { keychainFile ?? Array(databasePath.utf8) }

  package static let databaseName = "keychain.db"
  package static let lockName = "latchkey.lock"
  package static let deviceKeyName = "device.key"
  package static let trustSettingsName = "trust-settings.plist"

  /// The location of the vault's files.
  package var vault: VaultLocation {
    var location = VaultLocation(
      dataDirectory: dataDirectory, keyDirectory: keyDirectory,
      credentials: credentialsDirectory.map { CredentialsDirectory($0, derivingKeyOf: derivedKeyName) },
      passcodeFile: passcodeFile)
    location.named = named
    return location
  }

  package var databasePath: String { dataDirectory + "/" + Self.databaseName }
  package var trustSettingsPath: String { dataDirectory + "/" + Self.trustSettingsName }
  package var deviceKeyPath: String { keyDirectory + "/" + Self.deviceKeyName }

  /// Returns the location that the environment determines: `LATCHKEY_HOME`, else `$XDG_DATA_HOME/latchkey` and
  /// `$XDG_STATE_HOME/latchkey`, else `~/.local/share/latchkey` and `~/.local/state/latchkey`.
  ///
  /// Relative values of the XDG variables are ignored, as the XDG specification requires.
  /// Credentials are read from `CREDENTIALS_DIRECTORY`, which systemd sets for services. The
  /// passcode is read from the file that `LATCHKEY_PASSCODE_FILE` names.
  ///
  /// - Throws: `.notAvailable` when `LATCHKEY_HOME` is relative, or when no variable names a folder and the home of the
  ///   user is missing or belongs to another user. A missing home is no error on a machine with `keychaind`.
  package static func standard() throws(KeychainError) -> StoreLocation {
    let credentials = environment("CREDENTIALS_DIRECTORY")
    if let home = environment("LATCHKEY_HOME") {
      guard home.hasPrefix("/") else {
        throw KeychainError(
          .notAvailable, "LATCHKEY_HOME must be an absolute path", because: .noPlace)
      }
      return StoreLocation(home: home, credentialsDirectory: credentials).withPasscodeFile()
    }
    var location = StoreLocation(
      dataDirectory: try base("XDG_DATA_HOME", ".local/share") + "/latchkey",
      keyDirectory: try base("XDG_STATE_HOME", ".local/state") + "/latchkey",
      credentialsDirectory: credentials
    ).withPasscodeFile()
    location.isDefault = true
    return location
  }

  /// The location in a home folder when no variable names another location.
  static func standard(inHome home: String) -> StoreLocation {
    StoreLocation(dataDirectory: home + "/.local/share/latchkey", keyDirectory: home + "/.local/state/latchkey")
  }

  /// The options of `security move-to-service --back` that give a keychain back to this location: none for the location in
  /// the home folder of the account.
  package var optionsOfReturn: String {
    let standard = Self.accountHome().map { Self.standard(inHome: $0) }
    guard dataDirectory != standard?.dataDirectory || keyDirectory != standard?.keyDirectory else { return "" }
    return " --data \(dataDirectory) --key \(keyDirectory)"
  }

  private func withPasscodeFile() -> StoreLocation {
    var location = self
    location.passcodeFile = Self.environment("LATCHKEY_PASSCODE_FILE")
    return location
  }

  private static func base(
    _ variable: String, _ fallback: String
  ) throws(KeychainError) -> String {
    if let path = environment(variable), path.hasPrefix("/") { return path }
    return try homeOrNone() + "/" + fallback
  }

  /// The folder for a program without a home folder. Nobody can make this folder, so nothing is ever stored in it.
  private static let withoutHome = "/proc/self/no-home-folder"

  /// The home folder. A system unit may have no home folder, or may not see it (`ProtectHome=yes`). On a machine with
  /// `keychaind` the unit needs none, because its keychain is in the service.
  private static func homeOrNone() throws(KeychainError) -> String {
    let path = ServiceConfiguration.standardPath
    let hasService = access(path, F_OK) == 0 || errno != ENOENT
    do throws(KeychainError) {
      let home = try userHome()
      let isVisible = faccessat(AT_FDCWD, home, X_OK, AT_EACCESS) == 0
      return isVisible || !hasService ? home : withoutHome
    } catch {
      guard hasService, error.failureCause == .noPlace else { throw error }
      return withoutHome
    }
  }

  /// The home folder. A missing home folder is not created, because service accounts get a home like `/nonexistent`
  /// that must not exist.
  private static func userHome() throws(KeychainError) -> String {
    let variable = environment("HOME")
    guard let home = variable ?? accountHome() else {
      throw noPlace("neither LATCHKEY_HOME nor HOME is set, and user \(geteuid()) has no account")
    }
    let name = variable == nil ? "the home of user \(geteuid())" : "HOME"
    guard home.hasPrefix("/") else { throw noPlace("\(name) is no absolute path") }
    guard access(home, F_OK) == 0 || errno != ENOENT else {
      throw noPlace("\(name) is \(home), which is not there. Set LATCHKEY_HOME")
    }
    try requireOwnHome(home, name)
    return home
  }

  /// Rejects a home folder of another user. With `sudo -E` and in containers, root may get the home of another user.
  /// Folders that root creates in such a home would be inaccessible to the owner of the home.
  private static func requireOwnHome(_ home: String, _ name: String) throws(KeychainError) {
    var status = stat()
    let user = geteuid()
    guard stat(home, &status) == 0, status.st_uid != user, status.st_uid != 0,
      lk_is_unmapped_user(status.st_uid) == 0
    else { return }
    throw KeychainError(
      .notAvailable,
      "no place for the keychain: \(name) is \(home), which belongs to user \(status.st_uid), not to user "
        + "\(user). Set LATCHKEY_HOME to a folder of user \(user)",
      because: .foreignHome)
  }

  private static func noPlace(_ reason: String) -> KeychainError {
    KeychainError(.notAvailable, "no place for the keychain: \(reason)", because: .noPlace)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = lk_secure_getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  private static func accountHome() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    guard lk_home_directory(&buffer, buffer.count) == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension StoreLocation {
  /// The source of a keychain's device key.
  package struct DeviceKeySource: Equatable, Sendable {
    /// The path of the file `device.key`, or of the credential that contains the device key.
    package let path: String

    /// Whether the key was passed to this process as a credential.
    package let isCredential: Bool

    /// The path of an existing file `device.key` that is not used.
    package let unusedFile: String?
  }

  /// The source of the device key in this process. The keychain need not exist.
  ///
  /// - Throws: `.notAvailable` when the function cannot determine whether the key was passed as a credential.
  package func deviceKeySource() throws(KeychainError) -> DeviceKeySource {
    guard let credential = try vault.credential() else {
      return DeviceKeySource(path: deviceKeyPath, isCredential: false, unusedFile: nil)
    }
    let isFileThere = (try? FileStatus.of(path: deviceKeyPath)) != nil
    return DeviceKeySource(
      path: credential.path, isCredential: true, unusedFile: isFileThere ? deviceKeyPath : nil)
  }
}

extension StoreLocation {
  /// Rejects the path of an exported file if the file would be in a folder of the keychain. In such a folder, the
  /// exported file could replace a file of the keychain. The keychain could also delete the unfinished exported file,
  /// because the keychain deletes all temporary files in its folders.
  ///
  /// - Parameter path: The path, which need not be UTF-8.
  /// - Throws: `.parameter`, with the cause `argument`, for a file in a folder of the keychain.
  package func requireOutsideKeychain(_ path: [UInt8]) throws(KeychainError) {
    guard !OutputLocation.isFolder(of: path, among: [dataDirectory, keyDirectory]) else {
      throw KeychainError(
        .parameter,
        "that is the folder of the keychain itself; choose another. Nothing was written.",
        cause: .argument)
    }
  }
}

extension StoreLocation {
  /// The names that select the keychain, in addition to its path: the name of the database, and the names of the login
  /// keychain of macOS, which programs and scripts from macOS use.
  package static let keychainNames: Set<String> = [
    "login", "login.keychain", "login.keychain-db", databaseName,
  ]

  /// The folder of a user's keychains on macOS, relative to the home folder.
  private static let folderOnMacOS = Array("/Library/Keychains/".utf8)

  /// Whether a name, or a path on macOS, selects the keychain.
  ///
  /// Any home folder and a tilde are accepted before `Library/Keychains`, because scripts may contain paths of another
  /// machine. The folder `/Library/Keychains` is not accepted, because that folder belongs to the system.
  ///
  /// - Parameter name: The name or path, which need not be UTF-8.
  package static func isNameOfKeychain(_ name: some Collection<UInt8>) -> Bool {
    let name = Array(name)
    if keychainNames.contains(where: { name.elementsEqual($0.utf8) }) { return true }
    guard let slash = name.lastIndex(of: UInt8(ascii: "/")) else { return false }
    let folder = name[...slash]
    guard folder.count > folderOnMacOS.count,
      folder.suffix(folderOnMacOS.count).elementsEqual(folderOnMacOS)
    else { return false }
    let entry = name[slash...].dropFirst()
    return keychainNames.contains { entry.elementsEqual($0.utf8) }
  }
}
