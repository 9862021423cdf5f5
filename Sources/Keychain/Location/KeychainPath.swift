import KeychainFiles
package import KeychainModel

/// The keychain that a name or a path selects, as on macOS (specification: keychain-files 1).
package enum KeychainPath: Hashable, Sendable {
  /// The login keychain.
  case login
  /// The keychain of the machine, which contains certificates.
  case system
  /// The authorities of the distribution.
  case systemRoots
  /// The keychain whose file has this absolute path. The path need not be UTF-8.
  case file([UInt8])

  /// The path of the system keychain on macOS. The tool prints this path.
  static let systemPath = "/Library/Keychains/System.keychain"
  /// The path of the keychain of the system's authorities on macOS.
  static let systemRootsPath = "/System/Library/Keychains/SystemRootCertificates.keychain"

  /// Finds the keychain that a name or a path selects. The keychain need not exist.
  ///
  /// - A name of the login keychain selects the login keychain (compatibility: D54).
  /// - A name that does not begin with a slash is the name of a file in the user's folder of keychains.
  /// - `~/Library/Keychains`, with the tilde or with the home folder of the user, is the user's folder of keychains.
  /// - Every other path is the path of the file.
  ///
  /// - Parameters:
  ///   - name: The name or path, which need not be UTF-8.
  ///   - location: The location of the login keychain.
  /// - Throws: `.noSuchKeychain` for an empty name, and for a name that contains a byte 0.
  package init(_ name: [UInt8], in location: StoreLocation) throws(KeychainError) {
    guard !name.isEmpty, !name.contains(0) else {
      throw KeychainError(.noSuchKeychain, "that is not the name of a keychain", because: .invalidArgument)
    }
    let systemPaths = [Self.systemPath, location.systemKeychainPath]
    if StoreLocation.isNameOfKeychain(name) || name.elementsEqual(location.databasePath.utf8) {
      self = .login
    } else if systemPaths.contains(where: { name.elementsEqual($0.utf8) }) {
      self = .system
    } else if name.elementsEqual(Self.systemRootsPath.utf8) {
      self = .systemRoots
    } else if let entry = Self.entry(name, in: location) {
      self = .file(Self.inUserFolder(entry, location))
    } else {
      self = .file(name)
    }
  }

  /// The name of a file in the user's folder of keychains; nil for a path of another folder.
  private static func entry(_ name: [UInt8], in location: StoreLocation) -> ArraySlice<UInt8>? {
    guard name.first == slash else {
      let tilde = Array("~/Library/Keychains/".utf8)
      return name.starts(with: tilde) ? name.dropFirst(tilde.count) : name[...]
    }
    var folders = [location.keychainsDirectory + "/"]
    if let home = location.homeDirectory { folders.append(home + "/Library/Keychains/") }
    for folder in folders where name.count > folder.utf8.count && name.starts(with: folder.utf8) {
      return name.dropFirst(folder.utf8.count)
    }
    return nil
  }

  /// The path of a file in the user's folder of keychains. macOS appends `-db` to the name of a new file there, and
  /// opens an old file without `-db` if only this file exists.
  private static func inUserFolder(_ name: ArraySlice<UInt8>, _ location: StoreLocation) -> [UInt8] {
    let path = Array(location.keychainsDirectory.utf8) + [slash] + name
    let suffix = Array("-db".utf8)
    guard !path.suffix(suffix.count).elementsEqual(suffix) else { return path }
    let longer = path + suffix
    if (try? FileStatus.of(path: longer)) == nil, (try? FileStatus.of(path: path)) != nil { return path }
    return longer
  }

  private static let slash = UInt8(ascii: "/")

  /// Whether the keychain is a bundle of certificates, which has no vault and cannot be locked.
  package var isBundle: Bool { self == .system || self == .systemRoots }

  /// The path that lists of keychains contain and that the tool prints.
  package func path(in location: StoreLocation) -> [UInt8] {
    switch self {
    case .login: Array(location.databasePath.utf8)
    case .system: Array(Self.systemPath.utf8)
    case .systemRoots: Array(Self.systemRootsPath.utf8)
    case .file(let path): path
    }
  }
}
