import CPlatform
import Glibc
import Keychain
import KeychainFiles
import KeychainLog
import KeychainModel

/// Works out who this program is, from what lies beside it.
///
/// In order: the entitlements file that `LATCHKEY_ENTITLEMENTS` names; the one beside the
/// executable, `<executable>.entitlements`; `CFBundleIdentifier` of an `Info.plist` beside the
/// executable; the executable's name. The last two give the groups [identifier, `login`].
enum ProcessCaller {
  /// The caller that this process is.
  ///
  /// - Throws: `.missingEntitlement` when an entitlements file is there and is malformed, or when it or the
  ///   `Info.plist` cannot be read, is no regular file, or could have been written by others than this user
  ///   and root.
  static func current() throws(KeychainError) -> Caller {
    let named = lk_secure_getenv("LATCHKEY_ENTITLEMENTS").map { String(cString: $0) }
    return try caller(
      entitlements: named.flatMap { $0.isEmpty ? nil : $0 }, executable: ownExecutable)
  }

  /// The path of this program; nil where `/proc` is not there, or the path is not UTF-8.
  private static var ownExecutable: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(validating: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func caller(
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

  /// A program with nothing but an identifier.
  static func caller(identifier: String) -> Caller {
    let reserved: Set = ["", "*", Caller.loginGroup, Caller.tokenGroup]
    guard !reserved.contains(identifier) else { return Caller(accessGroups: []) }
    return Caller(
      accessGroups: [identifier, Caller.loginGroup], sharedGroups: [Caller.loginGroup])
  }

  /// More than any list of access groups takes.
  private static let largestByteCount = 1 << 20

  private static func caller(entitlementsAt path: String) throws(KeychainError) -> Caller {
    try alerting { () throws(KeychainError) in
      guard let bytes = try TrustedFile.read(path, limit: largestByteCount) else {
        throw KeychainError(.missingEntitlement, "the entitlements file \(path) is not there")
      }
      let entitlements = try Entitlements(propertyList: bytes, path)
      return Caller(
        accessGroups: entitlements.accessGroups, entitlements: entitlements.granted)
    }
  }

  /// A list without a usable identifier is none. One that others could have written is an error, not none:
  /// the program's items are below its identifier.
  private static func bundleIdentifier(
    beside executable: String
  ) throws(KeychainError) -> String? {
    let folder = executable.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let bytes = try alerting { () throws(KeychainError) in
      try TrustedFile.read(folder + "/Info.plist", limit: largestByteCount)
    }
    guard let bytes, let list = try? Entitlements(propertyList: bytes, folder) else { return nil }
    return list.string("CFBundleIdentifier")
  }

  /// A program whose files are wrong gets the same status for every call; why is told once, whether or not a
  /// log was asked for.
  private static func alerting<Result>(
    _ read: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try read()
    } catch {
      let error = KeychainError(
        .missingEntitlement, "\(error.reason)", because: .entitlementsUnusable)
      Log.alert("the entitlements of this program are wrong, and every call fails", error)
      throw error
    }
  }

  /// The path that a program was started by: the kernel marks one that was replaced since. What
  /// lies beside it is the new program's, which is the same program to the keychain.
  private static func path(of executable: String) -> String {
    let deleted = " (deleted)"
    return executable.hasSuffix(deleted) ? String(executable.dropLast(deleted.count)) : executable
  }
}
