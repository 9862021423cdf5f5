import CPlatform
import KeychainFiles
package import KeychainModel
import Synchronization

/// The preferences of all domains, as this process sees them. The object may be used from any thread.
///
/// A call checks whether the files have changed, at most once in a tick of the system's coarse clock.
package final class KeychainDomains: Sendable {
  private struct Known: Sendable {
    var status: FileStatus?
    var preferences: KeychainPreferences
  }

  private let location: StoreLocation
  private let userFile, systemFile, commonFile: KeychainPreferencesFile?
  private let known = ForkSafeMutex<[KeychainDomain: Known]>([:])
  /// The search list of the last tick, and the tick.
  private let resolved = ForkSafeMutex<(tick: Int64, list: [KeychainPath])?>(nil)

  /// The tick in which only the login keychain and the keychains of the system were in the search list.
  private let plainTick = Atomic<Int64>(-1)

  package init(_ location: StoreLocation) {
    self.location = location
    userFile = KeychainPreferencesFile(.user, location)
    systemFile = KeychainPreferencesFile(.system, location)
    commonFile = KeychainPreferencesFile(.common, location)
  }

  private func file(_ domain: KeychainDomain) -> KeychainPreferencesFile? {
    switch domain {
    case .user: userFile
    case .system: systemFile
    case .common: commonFile
    case .dynamic: nil
    }
  }

  /// The preferences of a domain.
  ///
  /// - Throws: `.notAvailable` when the file is damaged, or when another user can change the file.
  package func preferences(of domain: KeychainDomain) throws(KeychainError) -> KeychainPreferences {
    guard let file = file(domain) else { return KeychainPreferences() }
    let status = try file.status()
    if let one = known.withLock({ $0[domain] }), one.status == status { return one.preferences }
    let found = try file.read()
    let preferences = found?.preferences ?? KeychainPreferences()
    known.withLock { $0[domain] = Known(status: found?.status, preferences: preferences) }
    return preferences
  }

  /// Changes the preferences of a domain.
  ///
  /// - Throws: `.parameter` for the dynamic domain, and for preferences that do not apply to this process;
  ///   `.writePermission` when the caller may not change the domain. Also the errors of reading and of writing the file.
  ///   After an error, nothing is changed.
  package func change(
    _ domain: KeychainDomain, _ body: (inout KeychainPreferences) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    guard let file = file(domain) else {
      guard domain != .user else {
        throw KeychainError(.parameter, "the preferences of the user do not apply to an application")
      }
      throw KeychainError(.parameter, "the dynamic domain cannot be changed")
    }
    defer { forget(domain) }
    try file.change(body)
  }

  private func forget(_ domain: KeychainDomain) {
    known.withLock { $0[domain] = nil }
    resolved.withLock { $0 = nil }
    plainTick.store(-1, ordering: .releasing)
  }

  // MARK: Lists

  /// The keychains of a domain's list. Without preferences, the user has the login keychain, and the common domain has
  /// the system keychain.
  package func list(of domain: KeychainDomain) throws(KeychainError) -> [KeychainPath] {
    guard let paths = try preferences(of: domain).searchList else {
      return switch domain {
      case .user: [.login]
      case .common: [.system]
      case .system, .dynamic: []
      }
    }
    return distinct(paths)
  }

  /// The keychains that a search reads, in order: the list of the user, then the common list.
  package func searchList() throws(KeychainError) -> [KeychainPath] {
    let tick = lk_coarse_now()
    if let resolved = resolved.withLock({ $0 }), resolved.tick == tick { return resolved.list }
    let list = try list(of: .user)
    let common = try self.list(of: .common).filter { !list.contains($0) }
    let all = list + common
    resolved.withLock { $0 = (tick, all) }
    return all
  }

  /// Whether new items go to the login keychain, and the search list contains no other keychain with passwords and keys.
  /// This is the case for most users, so the check is fast.
  ///
  /// - Parameter tick: The present tick of the coarse clock.
  func isPlain(_ tick: Int64) -> Bool {
    if plainTick.load(ordering: .acquiring) == tick { return true }
    guard let list = try? searchList(), (try? defaultKeychain()) == .login else { return false }
    for path in list where path != .login && path != .system { return false }
    plainTick.store(tick, ordering: .releasing)
    return true
  }

  /// Sets the list of a domain. Keychains of the common list are left out, because they are searched anyway.
  package func set(_ list: [KeychainPath], of domain: KeychainDomain) throws(KeychainError) {
    let common = domain == .common ? [] : try self.list(of: .common)
    let paths = list.filter { !common.contains($0) }.map { $0.path(in: location) }
    guard paths.count <= KeychainPreferences.largestListCount else {
      throw KeychainError(.dataTooLarge, "a search list has at most \(KeychainPreferences.largestListCount) keychains")
    }
    try change(domain) { (preferences) throws(KeychainError) in preferences.searchList = paths }
  }

  private func distinct(_ paths: [[UInt8]]) -> [KeychainPath] {
    var list: [KeychainPath] = []
    for path in paths {
      guard let keychain = try? KeychainPath(path, in: location), !list.contains(keychain) else { continue }
      list.append(keychain)
    }
    return list
  }

  // MARK: Single keychains

  /// The default keychain of a domain; nil when there is none. New items go to the default keychain of the user.
  package func defaultKeychain(of domain: KeychainDomain = .user) throws(KeychainError) -> KeychainPath? {
    switch try preferences(of: domain).defaultKeychain {
    case .automatic: domain == .user ? .login : nil
    case .none: nil
    case .path(let path): try KeychainPath(path, in: location)
    }
  }

  /// The login keychain of a domain; nil when there is none.
  package func loginKeychain(of domain: KeychainDomain = .user) throws(KeychainError) -> KeychainPath? {
    switch try preferences(of: domain).loginKeychain {
    case .automatic: domain == .user ? .login : nil
    case .none: nil
    case .path(let path): try KeychainPath(path, in: location)
    }
  }

  package func setDefault(_ keychain: KeychainPath?, of domain: KeychainDomain = .user) throws(KeychainError) {
    try change(domain) { (preferences) throws(KeychainError) in
      preferences.defaultKeychain = keychain.map { .path($0.path(in: location)) } ?? .none
    }
  }

  package func setLogin(_ keychain: KeychainPath?, of domain: KeychainDomain = .user) throws(KeychainError) {
    try change(domain) { (preferences) throws(KeychainError) in
      preferences.loginKeychain = keychain.map { .path($0.path(in: location)) } ?? .none
    }
  }

  /// Removes a deleted keychain from the list of the user, and from the preferences for one keychain.
  package func remove(_ keychain: KeychainPath) throws(KeychainError) {
    let path = keychain.path(in: location)
    let before = try preferences(of: .user)
    let isNamed =
      before.searchList?.contains(path) == true || before.defaultKeychain == .path(path)
      || before.loginKeychain == .path(path) || before.aliases.values.contains(path)
      || before.labels[String(decoding: path, as: UTF8.self)] != nil
    guard isNamed else { return }
    try change(.user) { (preferences) throws(KeychainError) in
      preferences.searchList?.removeAll { $0 == path }
      preferences.aliases = preferences.aliases.filter { $0.value != path }
      preferences.labels[String(decoding: path, as: UTF8.self)] = nil
      if preferences.defaultKeychain == .path(path) { preferences.defaultKeychain = .none }
      if preferences.loginKeychain == .path(path) { preferences.loginKeychain = .automatic }
    }
  }
}
