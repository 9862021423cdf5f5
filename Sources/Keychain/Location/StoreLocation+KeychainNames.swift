extension StoreLocation {
  /// The names that stand for the keychain beside its path: those of the login keychain of macOS,
  /// so that programs and scripts written there find it, and the name of the database.
  package static let keychainNames: Set<String> = [
    "login", "login.keychain", "login.keychain-db", databaseName,
  ]

  /// The folder of the keychains of a user on macOS, below the home folder.
  private static let folderOnMacOS = Array("/Library/Keychains/".utf8)

  /// Whether a name, or a path that is one on macOS, stands for the keychain.
  ///
  /// The home folder before `Library/Keychains` may be any, or a tilde: scripts bring the path of the machine
  /// that they were written on. The folder `/Library/Keychains` itself is that of the system.
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
