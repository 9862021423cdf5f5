import CPlatform
import Glibc

/// The files with which a user makes `latchkey-secret-service` the Secret Service of the user's sessions. All files are
/// in the folders of the user.
///
/// The activation file lists the other files that were made, so that `remove` removes nothing else.
struct SecretServiceFiles {
  /// `XDG_DATA_HOME` and `XDG_CONFIG_HOME`.
  let dataFolder: String
  let configFolder: String
  /// The root of the system's folders; empty except in tests.
  var systemRoot = ""

  private static let mark = "# Written by \"security secret-service enable\"."
  private static let madePrefix = "# made: "
  static let unit = "latchkey-secret-service.service"
  private static let name = "org.freedesktop.secrets"

  /// A failed step, as a sentence.
  struct Failure: Error { let sentence: String }

  /// The file that makes the bus start the program.
  var activationPath: String { "\(dataFolder)/dbus-1/services/\(Self.name).service" }
  private var unitPath: String { "\(dataFolder)/systemd/user/\(Self.unit)" }

  private static let incumbentUnits = ["gnome-keyring-daemon.service", "gnome-keyring-daemon.socket"]
  private static let unitFolders = ["/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]
  private static let autostart = "autostart/gnome-keyring-secrets.desktop"

  /// The folders of the user.
  ///
  /// - Throws: A failure if there is no home folder.
  static func ofUser() throws(Failure) -> SecretServiceFiles {
    func folder(_ variable: String, _ fallback: String) throws(Failure) -> String {
      if let value = text(variable), value.hasPrefix("/") { return value }
      guard let home = text("HOME"), home.hasPrefix("/") else {
        throw Failure(sentence: "HOME does not name the home folder.")
      }
      return "\(home)/\(fallback)"
    }
    return SecretServiceFiles(
      dataFolder: try folder("XDG_DATA_HOME", ".local/share"), configFolder: try folder("XDG_CONFIG_HOME", ".config"))
  }

  private static func text(_ variable: String) -> String? {
    lk_secure_getenv(variable).map { String(cString: $0) }
  }

  // MARK: State

  enum State: Equatable {
    case enabled
    case disabled
    /// Another program's activation file is at the path.
    case foreign
  }

  var state: State {
    guard let text = Self.read(activationPath) else { return exists(activationPath) ? .foreign : .disabled }
    return text.hasPrefix(Self.mark) ? .enabled : .foreign
  }

  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  // MARK: Making

  /// Makes the files.
  ///
  /// - Parameters:
  ///   - program: The path of `latchkey-secret-service`.
  ///   - asks: Whether the person must allow each program to use the items.
  /// - Returns: Sentences about files that were left as they are.
  /// - Throws: A failure when a file cannot be made, or when another program's activation file is in the way. Then
  ///   nothing was changed.
  func make(program: String, asks: Bool) throws(Failure) -> [String] {
    guard program.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"'\\%$#;".utf8.contains($0) }) else {
      throw Failure(sentence: "The path of the program has a character that systemd would interpret: \(program)")
    }
    guard state != .foreign else {
      throw Failure(sentence: "\(activationPath) is of another program. Remove it first.")
    }
    guard !exists(unitPath) || Self.read(unitPath)?.hasPrefix(Self.mark) == true else {
      throw Failure(sentence: "\(unitPath) is of another program. Remove it first.")
    }
    // An earlier call may have made other files.
    try remove()
    let program = asks ? "\(program) --ask" : program
    var (made, notes): ([String], [String]) = ([], [])
    do throws(Failure) {
      if !isUnitInstalled(program) {
        try write(unitText(program), to: unitPath)
        made.append(unitPath)
      }
      for unit in Self.incumbentUnits where Self.unitFolders.contains(where: { exists("\(systemRoot)\($0)/\(unit)") }) {
        let path = "\(configFolder)/systemd/user/\(unit)"
        guard !exists(path) else {
          if !isMask(path) { notes.append("\(path) is there already, so gnome-keyring may still start.") }
          continue
        }
        try mask(path)
        made.append(path)
      }
      let entry = "\(configFolder)/\(Self.autostart)"
      if exists("\(systemRoot)/etc/xdg/\(Self.autostart)") {
        if exists(entry) {
          if Self.read(entry)?.contains("Hidden=true") != true {
            notes.append("\(entry) is there already, so gnome-keyring may still start.")
          }
        } else {
          try write("\(Self.mark)\n[Desktop Entry]\nType=Application\nName=gnome-keyring\nHidden=true\n", to: entry)
          made.append(entry)
        }
      }
      // The activation file is the last one: as long as it is missing, nothing is enabled.
      try write(activationText(program, made), to: activationPath)
    } catch {
      for path in made { unlink(path) }
      throw error
    }
    return notes
  }

  private func activationText(_ program: String, _ made: [String]) -> String {
    ([Self.mark] + made.map { Self.madePrefix + $0 } + [
      "[D-BUS Service]", "Name=\(Self.name)", "Exec=\(program)", "SystemdService=\(Self.unit)", "",
    ]).joined(separator: "\n")
  }

  /// Whether a unit of the system, for example of a Debian package, starts the program. A user then needs no unit, and
  /// gets the changes of the package.
  ///
  /// - Parameter program: The command of the unit.
  private func isUnitInstalled(_ program: String) -> Bool {
    // systemd uses the first folder that has a unit with the name.
    guard let folder = Self.unitFolders.first(where: { exists("\(systemRoot)\($0)/\(Self.unit)") }),
      let text = Self.read("\(systemRoot)\(folder)/\(Self.unit)")
    else { return false }
    return text.split(separator: "\n").contains { $0 == "ExecStart=\(program)" }
  }

  private func unitText(_ program: String) -> String {
    """
    \(Self.mark)
    [Unit]
    Description=Secret Service with the keychains of the user

    [Service]
    Type=dbus
    BusName=\(Self.name)
    ExecStart=\(program)
    Slice=session.slice
    UMask=0077
    LimitCORE=0
    LimitNOFILE=524288
    NoNewPrivileges=yes
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    RestrictRealtime=yes
    SystemCallArchitectures=native

    """
  }

  private func isMask(_ path: String) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 && buffer.prefix(count).elementsEqual("/dev/null".utf8)
  }

  private func mask(_ path: String) throws(Failure) {
    try makeFolder(of: path)
    guard symlink("/dev/null", path) == 0 else { throw Self.failure(path) }
  }

  // MARK: Removing

  /// Removes the files that `make` made. Files that were changed since stay.
  ///
  /// - Throws: A failure when a file cannot be removed.
  func remove() throws(Failure) {
    guard state == .enabled, let text = Self.read(activationPath) else { return }
    for line in text.split(separator: "\n") where line.hasPrefix(Self.madePrefix) {
      let path = String(line.dropFirst(Self.madePrefix.count))
      guard isMask(path) || Self.read(path)?.hasPrefix(Self.mark) == true else { continue }
      guard unlink(path) == 0 || errno == ENOENT else { throw Self.failure(path) }
    }
    guard unlink(activationPath) == 0 || errno == ENOENT else { throw Self.failure(activationPath) }
  }

  // MARK: Files

  private static let largestByteCount = 65536

  /// The text of a regular file; nil if the file cannot be read or is not text.
  private static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: largestByteCount)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return String(validating: bytes.prefix(count), as: UTF8.self)
  }

  /// Writes a file. The file takes its name when it is complete.
  private func write(_ text: String, to path: String) throws(Failure) {
    try makeFolder(of: path)
    let temporary = path + ".new"
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Self.failure(temporary) }
    let bytes = Array(text.utf8)
    let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count
    guard close(file) == 0, isWritten, rename(temporary, path) == 0 else {
      let failure = Self.failure(path)
      unlink(temporary)
      throw failure
    }
  }

  private func makeFolder(of path: String) throws(Failure) {
    let parts = path.split(separator: "/").dropLast()
    var folder = ""
    for part in parts {
      folder += "/\(part)"
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST || errno == EROFS || exists(folder) else {
        throw Self.failure(folder)
      }
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(sentence: "\(path): \(String(cString: lk_error_description(errno)))")
  }
}
