import Glibc
package import Keychain
import KeychainCrypto
import KeychainModel

/// The collections: the login keychain, the keychains of the user's search list, and the collection `session` in the
/// memory of the service. Collections of certificates are left out.
///
/// The alias `default` is the default keychain of the user. The aliases `login` and `session` are fixed. The preferences
/// about keychains contain the other aliases and the labels.
package final class CollectionDirectory {
  static let loginName = "login"
  static let sessionName = "session"
  static let defaultAlias = "default"

  let client: KeychainClient
  private let login: NamedCollection
  private let session = NamedCollection(name: CollectionDirectory.sessionName, items: MemoryCollection())
  /// The search list of the last call, and its collections.
  private var known: (searchList: [KeychainPath], all: [NamedCollection])?

  /// The largest number of aliases, and the largest size of a label in bytes.
  private static let largestAliasCount = 64
  private static let largestLabelByteCount = 4096

  /// - Parameter client: A client of all keychains.
  package init(_ client: KeychainClient) {
    self.client = client
    login = NamedCollection(name: Self.loginName, items: KeychainCollection(.login, client))
  }

  // MARK: Finding

  /// All collections, in order.
  func all() throws(KeychainError) -> [NamedCollection] {
    let searchList = try client.list?.domains.searchList() ?? []
    // Another program may have changed the search list.
    if let known, known.searchList == searchList { return known.all }
    let files = searchList.filter { path in if case .file = path { true } else { false } }
    let others = files.map { NamedCollection(name: name($0), items: KeychainCollection($0, client)) }
    let all = [login] + others + [session]
    known = (searchList, all)
    return all
  }

  /// The names of all collections, in order.
  func names() throws(KeychainError) -> [String] { try all().map(\.name) }

  /// The name of a keychain's collection, which is the last element of its path on the bus.
  private func name(_ path: KeychainPath) -> String {
    guard case .file(let file) = path else { return Self.loginName }
    let folder = Array("\(client.location.keychainsDirectory)/".utf8)
    let suffix = Array(Self.fileSuffix.utf8)
    if file.starts(with: folder), file.suffix(suffix.count).elementsEqual(suffix) {
      let name = file.dropFirst(folder.count).dropLast(suffix.count)
      if !name.isEmpty, ObjectPath.element(name) != Self.sessionName { return ObjectPath.element(name) }
    }
    // An absolute path begins with a slash, so its element begins with `_2f`, and is not that of another name.
    return ObjectPath.element(file)
  }

  private static let fileSuffix = ".keychain-db"

  private func path(_ name: String) throws(KeychainError) -> KeychainPath? {
    if name == Self.loginName { return .login }
    return try all().first { $0.name == name }?.keychain?.path
  }

  /// The collection with a name; nil when there is none.
  func collection(_ name: String) throws(KeychainError) -> NamedCollection? {
    if name == Self.sessionName { return session }
    // A damaged list does not keep anybody from the login keychain.
    if name == Self.loginName { return login }
    return try all().first { $0.name == name }
  }

  // MARK: Aliases

  /// The name of the collection with an alias; nil when there is none.
  func name(ofAlias alias: String) throws(KeychainError) -> String? {
    switch alias {
    case Self.loginName, Self.sessionName: return alias
    case Self.defaultAlias:
      guard let path = try client.list?.domains.defaultKeychain() else { return nil }
      return try all().first { $0.keychain?.path == path }?.name
    default:
      guard let file = try client.list?.domains.preferences(of: .user).aliases[alias] else { return nil }
      let path = try KeychainPath(file, in: client.location)
      return try all().first { $0.keychain?.path == path }?.name
    }
  }

  /// Gives an alias to a collection.
  ///
  /// - Parameter name: The name of the collection; nil to remove the alias.
  /// - Throws: `.parameter` for an alias that cannot be given; `.noSuchKeychain` for an unknown collection.
  func setAlias(_ alias: String, to name: String?) throws(KeychainError) {
    guard ObjectPath.isElement(alias), alias.utf8.count <= 255 else {
      throw KeychainError(.parameter, "an alias has 1 to 255 letters, digits and underscores")
    }
    guard alias != Self.loginName, alias != Self.sessionName else {
      throw KeychainError(.parameter, "the alias \(alias) is fixed")
    }
    var path: KeychainPath?
    if let name {
      guard let found = try self.path(name) else { throw Self.noCollection }
      path = found
    }
    guard let domains = client.list?.domains else { throw Self.noCollection }
    guard alias != Self.defaultAlias else { return try domains.setDefault(path) }
    let file = path?.path(in: client.location)
    try domains.change(.user) { (preferences) throws(KeychainError) in
      preferences.aliases[alias] = file
      guard preferences.aliases.count <= Self.largestAliasCount else {
        throw KeychainError(.dataTooLarge, "there are at most \(Self.largestAliasCount) aliases")
      }
    }
  }

  // MARK: Labels

  func label(_ name: String) throws(KeychainError) -> String {
    if name == Self.sessionName { return "Session" }
    guard let path = try path(name) else { throw Self.noCollection }
    let key = String(decoding: path.path(in: client.location), as: UTF8.self)
    if let label = try client.list?.domains.preferences(of: .user).labels[key] { return label }
    return path == .login ? "Login" : name
  }

  /// - Throws: `.parameter` for a label that is too long, and for the collection `session`; `.noSuchKeychain`.
  func setLabel(_ name: String, to label: String) throws(KeychainError) {
    try Self.check(label)
    guard let path = try path(name), let domains = client.list?.domains else {
      throw name == Self.sessionName
        ? KeychainError(.parameter, "the label of this collection is fixed") : Self.noCollection
    }
    let key = String(decoding: path.path(in: client.location), as: UTF8.self)
    try domains.change(.user) { (preferences) throws(KeychainError) in preferences.labels[key] = label }
  }

  static func check(_ label: String) throws(KeychainError) {
    guard label.utf8.count <= largestLabelByteCount else {
      throw KeychainError(.parameter, "the label of a collection has at most \(largestLabelByteCount) bytes")
    }
  }

  // MARK: Creating and deleting

  /// Makes a keychain, and adds it to the search list. Any thread may call this function.
  ///
  /// - Parameters:
  ///   - label: The label of the collection.
  ///   - password: The password; nil for a keychain without a password.
  /// - Returns: The path of the keychain.
  static func create(
    _ label: String, password: Passcode?, _ client: KeychainClient
  ) throws(KeychainError) -> KeychainPath {
    guard let list = client.list else { throw noCollection }
    let stem = stem(of: label)
    for number in 1...1000 {
      let name = number == 1 ? stem : stem + String(number)
      let path = Array("\(client.location.keychainsDirectory)/\(name)\(fileSuffix)".utf8)
      do throws(KeychainError) {
        _ = try list.create(path, password: password)
      } catch {
        guard error.code == .duplicateKeychain else { throw error }
        continue
      }
      let present = try list.domains.list(of: .user).map { $0.path(in: client.location) }
      try list.domains.change(.user) { (preferences) throws(KeychainError) in
        preferences.searchList = (preferences.searchList ?? present) + [path]
        preferences.labels[String(decoding: path, as: UTF8.self)] = label
      }
      return .file(path)
    }
    throw KeychainError(.duplicateKeychain, "there are too many keychains with this name")
  }

  /// The name of the file of a new keychain, without a suffix.
  private static func stem(of label: String) -> String {
    let letters = label.utf8.filter { ObjectPath.element([$0]).utf8.count == 1 }.prefix(40)
    let stem = String(decoding: letters, as: UTF8.self).lowercased()
    return stem.isEmpty || [loginName, sessionName, "system"].contains(stem) ? "collection" + stem : stem
  }

  /// The name of the collection of a keychain that `create` made.
  func created(_ path: KeychainPath) -> String { name(path) }

  /// Deletes the keychain of a collection. Any thread may call the result.
  ///
  /// - Throws: `.parameter` for a collection that cannot be deleted.
  func deletion(of name: String) throws(KeychainError) -> @Sendable () throws(KeychainError) -> Void {
    guard name != Self.loginName, name != Self.sessionName else {
      throw KeychainError(.parameter, "this collection cannot be deleted")
    }
    guard let path = try path(name), case .file(let file) = path, let list = client.list else {
      throw Self.noCollection
    }
    // Another keychain may be at the path when the person answers.
    let collection = KeychainCollection(path, client)
    let identifier = collection.vaultID
    return { () throws(KeychainError) in
      guard collection.vaultID == identifier else { throw Self.noCollection }
      try list.delete(file)
    }
  }

  private static var noCollection: KeychainError {
    KeychainError(.noSuchKeychain, "there is no such collection")
  }
}
