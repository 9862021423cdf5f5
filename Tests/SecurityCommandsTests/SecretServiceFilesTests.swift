import Glibc
import TestSupport
import Testing

@testable import SecurityCommands

/// Tests of the files that `secret-service enable` makes, with system folders in the folder of the test.
@Suite struct SecretServiceFilesTests {
  private let folder: TemporaryDirectory
  private let files: SecretServiceFiles

  init() throws {
    folder = try TemporaryDirectory()
    files = SecretServiceFiles(
      dataFolder: folder("home/.local/share"), configFolder: folder("home/.config"), systemRoot: folder("root"))
  }

  private func makeFolders(_ path: String) {
    var made = folder.path
    for part in path.split(separator: "/") {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
  }

  private func installIncumbent() throws {
    makeFolders("root/usr/lib/systemd/user")
    makeFolders("root/etc/xdg/autostart")
    try folder.write([], to: "root/usr/lib/systemd/user/gnome-keyring-daemon.service")
    try folder.write([], to: "root/etc/xdg/autostart/gnome-keyring-secrets.desktop")
  }

  private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

  private func exists(_ name: String) -> Bool {
    var status = stat()
    return lstat(folder(name), &status) == 0
  }

  private static let mask = "home/.config/systemd/user/gnome-keyring-daemon.service"
  private static let entry = "home/.config/autostart/gnome-keyring-secrets.desktop"
  private static let unit = "home/.local/share/systemd/user/latchkey-secret-service.service"
  private static let activation = "home/.local/share/dbus-1/services/org.freedesktop.secrets.service"

  @Test func theIncumbentDoesNotStart() throws {
    try installIncumbent()
    #expect(try files.make(program: "/opt/libexec/program", asks: false) == [])
    #expect(files.state == .enabled)
    #expect(try text(Self.activation).contains("Exec=/opt/libexec/program\n"))
    #expect(try text(Self.unit).contains("ExecStart=/opt/libexec/program\n"))
    #expect(try text(Self.entry).contains("Hidden=true\n"))
    #expect(exists(Self.mask) && !exists("home/.config/systemd/user/gnome-keyring-daemon.socket"))
    // A second call makes the same files.
    #expect(try files.make(program: "/opt/libexec/other", asks: true) == [])
    #expect(try text(Self.unit).contains("ExecStart=/opt/libexec/other --ask\n"))
    try files.remove()
    #expect(files.state == .disabled)
    for name in [Self.mask, Self.entry, Self.unit, Self.activation] { #expect(!exists(name)) }
  }

  /// The unit of a Debian package starts the program, so the user needs no unit.
  @Test func theUnitOfAnInstallationIsUsed() throws {
    makeFolders("root/usr/lib/systemd/user")
    try folder.write(
      Array("[Service]\nExecStart=/usr/libexec/program\n".utf8),
      to: "root/usr/lib/systemd/user/latchkey-secret-service.service")
    _ = try files.make(program: "/usr/libexec/program", asks: false)
    #expect(!exists(Self.unit) && exists(Self.activation))
    try files.remove()
    #expect(files.state == .disabled)
    // The unit has another command.
    for (program, asks) in [("/usr/libexec/program", true), ("/usr/local/libexec/program", false)] {
      _ = try files.make(program: program, asks: asks)
      #expect(exists(Self.unit))
      try files.remove()
      #expect(!exists(Self.unit))
    }
  }

  /// Packages contain the unit and the activation file that `enable` would make.
  @Test func packagesHaveTheSameFiles() throws {
    let units = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Units"
    let program = "/usr/libexec/latchkey-secret-service"
    _ = try files.make(program: program, asks: false)
    for (made, packaged) in [
      (Self.unit, "latchkey-secret-service.service"), (Self.activation, "org.freedesktop.secrets.service"),
    ] {
      let text = String(decoding: try TemporaryDirectory.readFile("\(units)/\(packaged)"), as: UTF8.self)
      let lines = try self.text(made).split(separator: "\n").filter { !$0.hasPrefix("#") }
      #expect(lines == text.replacing("@PREFIX@", with: "/usr").split(separator: "\n"))
    }
  }

  /// xdg-desktop-portal refuses a file that lacks a key or has no value for it.
  @Test func packagesHaveACompletePortalFile() throws {
    let file = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Units/latchkey.portal"
    let lines = String(decoding: try TemporaryDirectory.readFile(file), as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "[portal]")
    #expect(lines.contains("DBusName=org.freedesktop.secrets"))
    #expect(lines.contains("Interfaces=org.freedesktop.impl.portal.Secret"))
    #expect(lines.contains { $0.hasPrefix("UseIn=") && $0 != "UseIn=" })
  }

  @Test func filesOfTheUserStay() throws {
    try installIncumbent()
    makeFolders("home/.config/autostart")
    makeFolders("home/.config/systemd/user")
    try folder.write(Array("[Desktop Entry]\n".utf8), to: Self.entry)
    try folder.write(Array("[Unit]\n".utf8), to: Self.mask)
    #expect(try files.make(program: "/opt/program", asks: false).count == 2)
    try files.remove()
    #expect(try text(Self.entry) == "[Desktop Entry]\n")
    #expect(try text(Self.mask) == "[Unit]\n")
  }

  @Test func aUnitOfTheUserStays() throws {
    makeFolders("home/.local/share/systemd/user")
    try folder.write(Array("[Unit]\n".utf8), to: Self.unit)
    #expect(throws: SecretServiceFiles.Failure.self) { try files.make(program: "/opt/program", asks: false) }
    #expect(files.state == .disabled)
    #expect(try text(Self.unit) == "[Unit]\n")
  }

  @Test func changedFilesStay() throws {
    try installIncumbent()
    _ = try files.make(program: "/opt/program", asks: false)
    unlink(folder(Self.mask))
    try folder.write(Array("[Unit]\n".utf8), to: Self.mask)
    try files.remove()
    #expect(try text(Self.mask) == "[Unit]\n")
    #expect(!exists(Self.unit))
  }

  @Test func anotherProgramsFileStopsEverything() throws {
    makeFolders("home/.local/share/dbus-1/services")
    try folder.write(Array("[D-BUS Service]\n".utf8), to: Self.activation)
    #expect(files.state == .foreign)
    #expect(throws: SecretServiceFiles.Failure.self) { try files.make(program: "/opt/program", asks: false) }
    try files.remove()
    #expect(try text(Self.activation) == "[D-BUS Service]\n")
    #expect(!exists(Self.unit))
  }

  @Test func pathsThatSystemdWouldInterpretAreRefused() {
    for path in ["/a b", "/a%h", "/a$HOME", "/a\"b", "/a\\b", "/ä", "/a;b"] {
      #expect(throws: SecretServiceFiles.Failure.self) { try files.make(program: path, asks: false) }
    }
    #expect(files.state == .disabled)
  }

  @Test func nothingIsLeftWhenAFileCannotBeMade() throws {
    try installIncumbent()
    makeFolders("home/.local/share")
    try folder.write([], to: "home/.local/share/dbus-1")
    #expect(throws: SecretServiceFiles.Failure.self) { try files.make(program: "/opt/program", asks: false) }
    for name in [Self.mask, Self.entry, Self.unit] { #expect(!exists(name)) }
  }
}
