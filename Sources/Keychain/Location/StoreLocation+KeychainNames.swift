extension StoreLocation {
  /// The names that select the keychain, in addition to its path: the names of the login keychain
  /// of macOS, for programs and scripts from macOS, and the name of the database.
  package static let keychainNames: Set<String> = [
    "login", "login.keychain", "login.keychain-db", databaseName,
  ]

  /// The folder of a user's keychains on macOS, relative to the home folder.
  private static let folderOnMacOS = Array("/Library/Keychains/".utf8)

  /// Whether a name, or a path on macOS, selects the keychain.
  ///
  /// Any home folder and a tilde are accepted before `Library/Keychains`, because scripts contain
  /// paths of the machine that they were written on. The folder `/Library/Keychains` is not accepted,
  /// because it belongs to the system.
  ///
  /// - Parameter name: Need not be UTF-8.
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
