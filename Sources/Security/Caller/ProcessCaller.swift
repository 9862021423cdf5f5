import CPlatform
import Glibc
import Keychain
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainTransport

/// Determines the access groups and entitlements of this program from files in the folder of its executable.
///
/// The function `current` uses the first source that exists:
/// 1. the entitlements file that `LATCHKEY_ENTITLEMENTS` names;
/// 2. the file `<executable>.entitlements` in the folder of the executable;
/// 3. `CFBundleIdentifier` of an `Info.plist` in the folder of the executable;
/// 4. the name of the executable.
///
/// Sources 3 and 4 give an identifier. The access groups are then this identifier and `login`.
enum ProcessCaller {
  /// Returns the caller of this process.
  ///
  /// - Throws: `.missingEntitlement` if the entitlements file is malformed. `.missingEntitlement` if the entitlements
  ///   file or `Info.plist` cannot be read, is not a regular file, or is writable by users other than this user and
  ///   root.
  static func current() throws(KeychainError) -> Caller {
    try caller(entitlements: namedEntitlements, executable: ownExecutable)
  }

  private static var namedEntitlements: String? {
    lk_secure_getenv("LATCHKEY_ENTITLEMENTS").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The caller of this process when the login keychain is in `keychaind`. The files in the folder of the executable do
  /// not count, because `keychaind` knows the program. A program without a manifest keeps its own groups in keychains at
  /// other paths, which `keychaind` does not have.
  static func inService(_ welcome: Welcome) -> Caller {
    inService(welcome, entitlements: namedEntitlements, executable: ownExecutable)
  }

  static func inService(_ welcome: Welcome, entitlements: String?, executable: String?) -> Caller {
    // A file that cannot be used must not make the calls to `keychaind` fail.
    guard welcome.application.isEmpty, let own = try? unreported(entitlements: entitlements, executable: executable)
    else {
      return Caller(welcome)
    }
    return Caller(welcome, further: own.accessGroups)
  }

  /// The path of the executable of this process. Nil if `/proc` is not mounted, or if the path is not UTF-8.
  private static var ownExecutable: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(validating: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns the caller that files determine. Logs an error as an alert even if logging is off, because the error makes every
  /// keychain call of the program fail.
  static func caller(
    entitlements: String?, executable: String?
  ) throws(KeychainError) -> Caller {
    do throws(KeychainError) {
      return try unreported(entitlements: entitlements, executable: executable)
    } catch {
      // Each call reads the files again. The log has each reason once.
      let isNew = reportedReason.withLock { reported in
        defer { reported = error.reason }
        return reported != error.reason
      }
      if isNew { Log.alert("the entitlements of this program are wrong, and every call fails", error) }
      throw error
    }
  }

  private static let reportedReason = ForkSafeMutex<String?>(nil)

  private static func unreported(
    entitlements: String?, executable: String?
  ) throws(KeychainError) -> Caller {
    if let entitlements { return try caller(entitlementsAt: entitlements) }
    guard let executable = executable.map(path(of:)) else { return Caller(accessGroups: []) }
    let beside = executable + ".entitlements"
    if access(beside, F_OK) == 0 {
      return try caller(entitlementsAt: beside)
    }
    let identifier =
      try bundleIdentifier(beside: executable)
      ?? executable.split(separator: "/").last.map(String.init) ?? ""
    return caller(identifier: identifier)
  }

  /// Returns a caller that has an identifier and no entitlements.
  static func caller(identifier: String) -> Caller {
    let reserved: Set = ["", "*", Caller.loginGroup, Caller.tokenGroup]
    guard !reserved.contains(identifier) else { return Caller(accessGroups: []) }
    return Caller(
      accessGroups: [identifier, Caller.loginGroup], sharedGroups: [Caller.loginGroup])
  }

  /// The maximum size of an entitlements file or an `Info.plist`, in bytes. No real list of access groups is that long.
  private static let largestByteCount = 1 << 20

  private static func caller(entitlementsAt path: String) throws(KeychainError) -> Caller {
    try requiringUsable { () throws(KeychainError) in
      guard let bytes = try TrustedFile.read(path, limit: largestByteCount) else {
        throw KeychainError(.missingEntitlement, "the entitlements file \(path) is not there")
      }
      let entitlements = try Entitlements(propertyList: bytes, path)
      return Caller(
        accessGroups: entitlements.accessGroups, entitlements: entitlements.granted)
    }
  }

  /// Returns the identifier in the `Info.plist`. Returns nil if there is no `Info.plist`, or if it has no usable
  /// identifier.
  ///
  /// An `Info.plist` that other users can write is an error, because its identifier determines the items that the
  /// program can use.
  private static func bundleIdentifier(
    beside executable: String
  ) throws(KeychainError) -> String? {
    let folder = executable.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let bytes = try requiringUsable { () throws(KeychainError) in
      try TrustedFile.read(folder + "/Info.plist", limit: largestByteCount)
    }
    guard let bytes, let list = try? Entitlements(propertyList: bytes, folder) else { return nil }
    return list.string("CFBundleIdentifier")
  }

  /// Calls `read`. Every error of `read` means that the entitlements cannot be used.
  private static func requiringUsable<Result>(
    _ read: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try read()
    } catch {
      throw KeychainError(.missingEntitlement, "\(error.reason)", because: .entitlementsUnusable)
    }
  }

  /// Returns the path from which the program was started. If the executable was replaced after the start, the kernel
  /// appends " (deleted)" to the path. The entitlements at this path then belong to the new version of the program. The
  /// keychain treats both versions as the same program.
  private static func path(of executable: String) -> String {
    let deleted = " (deleted)"
    return executable.hasSuffix(deleted) ? String(executable.dropLast(deleted.count)) : executable
  }
}
