import CPlatform
package import KeychainFiles
import KeychainLog
package import KeychainModel
package import KeychainTransport
import PropertyLists
import Synchronization

/// The manifests of all applications, and the lowest grades of groups. The files are read again when one of them changed;
/// the states of the files are compared once a second.
package final class ManifestCatalogue: Sendable {
  /// The folders and the file, of packages and of the administrator.
  package struct Paths: Sendable {
    /// The folders of manifests. A manifest in a later folder replaces the manifest of the same name in an earlier one.
    package var folders = ["/usr/share/latchkey/apps", "/etc/latchkey/apps"]
    /// The folder of `groups.plist`.
    package var groupsFolder = "/etc/latchkey"
    /// The files of the accounts. A new account, or the end of an account, may change who a client is.
    package var accountFiles = ["/etc/passwd", "/etc/group"]
    package var trust = RootOwnedFolder.Trust.root

    package init() {}
  }

  /// The rights of applications.
  package struct Content: Sendable {
    package let manifests: [ApplicationManifest]
    /// The lowest grade of the programs that may use a group.
    package let minimumGrades: [String: Grade]

    /// The lowest grade of the programs that may write to a group, for the groups of applications.
    let writingGrades: [String: Grade]

    /// - Parameter kept: The grades of the groups of applications whose manifests cannot be used now.
    package init(
      manifests: [ApplicationManifest], minimumGrades: [String: Grade], keeping kept: [[String: Grade]] = []
    ) {
      self.manifests = manifests
      self.minimumGrades = minimumGrades
      var writingGrades = minimumGrades
      for grades in manifests.map(\.writingGrades) + kept {
        for (group, grade) in grades {
          writingGrades[group] = max(grade, writingGrades[group] ?? grade)
        }
      }
      self.writingGrades = writingGrades
    }
  }

  /// The files of a content, and their states.
  private struct Fingerprint: Sendable, Equatable {
    var files: [String: FileStatus?] = [:]
    /// The reasons why folders or files cannot be believed.
    var failures: [String] = []
  }

  private struct State: Sendable {
    var fingerprint: Fingerprint?
    var content: Result<Content, KeychainError> = .success(Content(manifests: [], minimumGrades: [:]))
    var generation: UInt64 = 0
    /// The grades of the groups of each application whose manifest could be used, as long as it has a file. The groups of a
    /// manifest stay reserved while the manifest is damaged or masked.
    var lastGrades: [String: [String: Grade]] = [:]
  }

  private let paths: Paths
  private let accounts: UserAccounts
  private let interval: Duration
  private let state = ForkSafeMutex(State())
  private let lastGeneration = Atomic<UInt64>(0)
  private let lastCheck = Atomic<Int64>(0)

  private static let suffix = ".plist"
  private static let largestManifestByteCount = 64 << 10
  private static let largestManifestCount = 4096

  /// - Parameter interval: The time after which the states of the files are compared again.
  package init(
    _ paths: Paths = Paths(), accounts: UserAccounts = .system, checkingEvery interval: Duration = .seconds(1)
  ) {
    self.paths = paths
    self.accounts = accounts
    self.interval = interval
  }

  /// The number of the present content. Another number means that the rights of applications may have changed.
  package var generation: UInt64 {
    check()
    return lastGeneration.load(ordering: .acquiring)
  }

  /// The present rights of applications, and their generation.
  ///
  /// - Throws: `.notAvailable` when the file with the grades of groups is damaged, or when a folder of manifests cannot be
  ///   believed. No program may then use any group, because the file or the folder may take rights away.
  package func content() throws(KeychainError) -> (content: Content, generation: UInt64) {
    check()
    return try state.withLock { (state) throws(KeychainError) in
      if state.fingerprint == nil { replace(&state, fingerprint()) }
      return (try state.content.get(), state.generation)
    }
  }

  /// Compares the states of the files, when the interval has passed. One thread does it; the others go on.
  private func check() {
    let (now, last) = (lk_monotonic_now(), lastCheck.load(ordering: .relaxed))
    guard .nanoseconds(now - last) >= interval,
      lastCheck.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
    else { return }
    let fingerprint = fingerprint()
    state.withLock { state in if state.fingerprint != fingerprint { replace(&state, fingerprint) } }
  }

  private func replace(_ state: inout State, _ fingerprint: Fingerprint) {
    var grades = state.lastGrades
    let content = read(keeping: &grades)
    state = State(
      fingerprint: fingerprint, content: content, generation: state.generation + 1, lastGrades: grades)
    lastGeneration.store(state.generation, ordering: .releasing)
  }

  private func fingerprint() -> Fingerprint {
    var fingerprint = Fingerprint()
    func note(_ name: String, in folder: String) {
      do throws(KeychainError) {
        fingerprint.files["\(folder)/\(name)"] = try RootOwnedFolder(folder, trust: paths.trust).status(of: name)
      } catch { fingerprint.failures.append(error.reason) }
    }
    for folder in paths.folders {
      do throws(KeychainError) {
        for name in try names(in: folder) { note(name, in: folder) }
      } catch { fingerprint.failures.append(error.reason) }
    }
    note(Self.groupsName, in: paths.groupsFolder)
    for path in paths.accountFiles { fingerprint.files[path] = .some(try? FileStatus.of(path: path)) }
    return fingerprint
  }

  private static let groupsName = "groups.plist"

  /// - Throws: `.notAvailable` when the folder cannot be believed.
  private func names(in folder: String) throws(KeychainError) -> [String] {
    do throws(KeychainError) {
      return (try RootOwnedFolder(folder, trust: paths.trust).names(limit: Self.largestManifestCount) ?? [])
        .filter { $0.hasSuffix(Self.suffix) }
    } catch {
      throw KeychainError(
        .notAvailable, "the folder of manifests \(folder) cannot be believed: \(error.reason)",
        because: error.failureCause)
    }
  }

  /// - Parameter last: The grades of the groups of each application, before and after the reading.
  private func read(keeping last: inout [String: [String: Grade]]) -> Result<Content, KeychainError> {
    do throws(KeychainError) {
      var manifests: [String: ApplicationManifest] = [:]
      var known: Set<String> = []
      for folder in paths.folders {
        for name in try names(in: folder) {
          let identifier = String(name.dropLast(Self.suffix.count))
          // A manifest that cannot be used also removes the rights of the manifest that it replaces.
          manifests[identifier] = nil
          manifests[identifier] = manifest(identifier, name, in: folder)
          if let grades = manifests[identifier]?.writingGrades { last[identifier] = grades }
          if !ApplicationManifest.isReserved(identifier) { known.insert(identifier) }
        }
      }
      last = last.filter { known.contains($0.key) }
      // The group of the identifier stays reserved also if the service has never read the manifest.
      let kept = known.filter { manifests[$0] == nil }
        .map { (last[$0] ?? [:]).merging([$0: .system], uniquingKeysWith: max) }
      return .success(
        Content(
          manifests: manifests.keys.sorted().compactMap { manifests[$0] }, minimumGrades: try minimumGrades(),
          keeping: kept))
    } catch {
      Log.alert("no program may use a keychain", error)
      return .failure(error)
    }
  }

  /// A manifest; nil when the file is empty, which gives the application no rights, or cannot be used.
  private func manifest(_ identifier: String, _ name: String, in folder: String) -> ApplicationManifest? {
    do throws(KeychainError) {
      let bytes = try RootOwnedFolder(folder, trust: paths.trust).read(name, limit: Self.largestManifestByteCount)
      guard let bytes, !bytes.isEmpty else { return nil }
      return try ApplicationManifest(propertyList: bytes, named: identifier, accounts: accounts)
    } catch {
      Log.alert(
        "a manifest gives its application no rights",
        KeychainError(error.code, "\(folder)/\(name): \(error.reason)", because: error.failureCause))
      return nil
    }
  }

  private func minimumGrades() throws(KeychainError) -> [String: Grade] {
    do throws(KeychainError) {
      let folder = RootOwnedFolder(paths.groupsFolder, trust: paths.trust)
      guard let bytes = try folder.read(Self.groupsName, limit: Self.largestManifestByteCount) else { return [:] }
      return try ApplicationManifest.grades(try PropertyListValue(file: bytes))
    } catch {
      throw KeychainError(.notAvailable, "\(paths.groupsFolder)/\(Self.groupsName) is wrong: \(error.reason)")
    }
  }
}
