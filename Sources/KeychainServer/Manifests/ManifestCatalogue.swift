package import KeychainFiles
import KeychainLog
package import KeychainModel
package import KeychainTransport
import PropertyLists

/// The manifests of all applications, and the lowest grades of groups. The files are read again when one of them changed.
package final class ManifestCatalogue: Sendable {
  /// The folders and the file, of packages and of the administrator.
  package struct Paths: Sendable {
    /// The folders of manifests. A manifest in a later folder replaces the manifest of the same name in an earlier one.
    package var folders = ["/usr/share/latchkey/apps", "/etc/latchkey/apps"]
    /// The folder of `groups.plist`.
    package var groupsFolder = "/etc/latchkey"
    package var trust = RootOwnedFolder.Trust.root

    package init() {}
  }

  /// The rights of applications.
  package struct Content: Sendable {
    package let manifests: [ApplicationManifest]
    /// The lowest grade of the programs that may use a group.
    package let minimumGrades: [String: Grade]

    package init(manifests: [ApplicationManifest], minimumGrades: [String: Grade]) {
      self.manifests = manifests
      self.minimumGrades = minimumGrades
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
  }

  private let paths: Paths
  private let accounts: UserAccounts
  private let state = ForkSafeMutex(State())

  private static let suffix = ".plist"
  private static let largestManifestByteCount = 64 << 10
  private static let largestManifestCount = 4096

  package init(_ paths: Paths = Paths(), accounts: UserAccounts = .system) {
    self.paths = paths
    self.accounts = accounts
  }

  /// The present rights of applications.
  ///
  /// - Throws: `.notAvailable` when the file with the grades of groups is damaged. No program may then use any group.
  package func content() throws(KeychainError) -> Content {
    let fingerprint = fingerprint()
    return try state.withLock { state in
      if state.fingerprint != fingerprint {
        state = State(fingerprint: fingerprint, content: read())
      }
      return state.content
    }.get()
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
    return fingerprint
  }

  private static let groupsName = "groups.plist"

  private func names(in folder: String) throws(KeychainError) -> [String] {
    (try RootOwnedFolder(folder, trust: paths.trust).names(limit: Self.largestManifestCount) ?? [])
      .filter { $0.hasSuffix(Self.suffix) }
  }

  private func read() -> Result<Content, KeychainError> {
    var manifests: [String: ApplicationManifest] = [:]
    for folder in paths.folders {
      do throws(KeychainError) {
        for name in try names(in: folder) {
          let identifier = String(name.dropLast(Self.suffix.count))
          // A manifest that cannot be used also removes the rights of the manifest that it replaces.
          manifests[identifier] = nil
          manifests[identifier] = manifest(identifier, name, in: folder)
        }
      } catch {
        Log.alert("a folder of manifests is not used", error)
      }
    }
    do throws(KeychainError) {
      return .success(
        Content(
          manifests: manifests.keys.sorted().compactMap { manifests[$0] }, minimumGrades: try minimumGrades()))
    } catch {
      let error = KeychainError(.notAvailable, "\(paths.groupsFolder)/\(Self.groupsName) is wrong: \(error.reason)")
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
    let folder = RootOwnedFolder(paths.groupsFolder, trust: paths.trust)
    guard let bytes = try folder.read(Self.groupsName, limit: Self.largestManifestByteCount) else { return [:] }
    return try ApplicationManifest.grades(try PropertyListValue(file: bytes))
  }
}
