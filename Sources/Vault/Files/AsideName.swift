import Glibc
import KeychainFiles
import KeychainModel

/// The names under which damaged databases are set aside: `keychain.db.damaged-`, the date and time (UTC), and a
/// number when there is one of that second already.
package struct AsideName {
  private let prefix: String

  /// - Parameter database: The name of the database.
  package init(of database: String) { prefix = "\(database).damaged-" }

  /// The ends of the names of the files that belong to a database.
  static let suffixes = ["", "-wal", "-shm"]

  /// A name that is not in use, nor with any of the suffixes.
  func make(in directory: ProtectedDirectory) throws(KeychainError) -> String {
    let date = prefix + Self.timestamp()
    var name = date
    var number = 1
    while try isInUse(name, in: directory) {
      number += 1
      name = "\(date)-\(number)"
    }
    return name
  }

  private func isInUse(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) -> Bool {
    for suffix in Self.suffixes where try directory.status(of: name + suffix) != nil { return true }
    return false
  }

  /// Whether this is a file that was set aside.
  package func matches(_ name: String) -> Bool { name.hasPrefix(prefix) }

  private static func timestamp() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(parts.tm_year + 1900)\(padded(parts.tm_mon + 1))\(padded(parts.tm_mday))"
    return "\(date)-\(padded(parts.tm_hour))\(padded(parts.tm_min))\(padded(parts.tm_sec))"
  }
}
