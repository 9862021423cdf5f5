import Glibc
import TestSupport
import Testing
import TortureScript

/// After a command, the memory of the `security` tool contains no secret.
@Suite struct ToolMemoryTests {
  private static let passcode = "Pa55c0deInMemory"
  private static let added = "Add3dInMemory"
  private static let digits = "48657833446967496e4d656d6f7279"
  private static let fromDigits = "Hex3DigInMemory"
  private static let phrase = "Phr4seInMemory"
  private static let wrong = "Wr0ngInMemory"

  @Test(.enabled(if: Torture.isRoot, "needs root, to read the memory of a program that forbids it"))
  func nothingSecretIsLeft() throws {
    let folder = try TemporaryDirectory()
    for name in ["home", "out"] { mkdir(folder(name), 0o700) }
    let tool =
      Child.program.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/security"
    let child = try Child(words: ["/usr/bin/env", "LATCHKEY_HOME=\(folder("home"))", tool, "-i"])
    var end = 0
    /// Runs command lines of the tool, and waits for the end of the last command. Returns the printed lines.
    @discardableResult func run(_ lines: String...) throws -> [String] {
      for line in lines { child.send(line) }
      end += 1
      child.send("error \(end)")
      var printed: [String] = []
      while let line = child.line(),
        !line.hasPrefix(
          "Error: 0x\(String(repeating: "0", count: 8 - String(end, radix: 16).count))\(String(end, radix: 16).uppercased()) "
        )
      {
        printed.append(line)
      }
      return printed
    }
    func left() throws -> [String] {
      let secrets = [
        Self.passcode, Self.added, Self.digits, Self.fromDigits, Self.phrase, Self.wrong,
      ]
      let found = try ProcessMemory.find(secrets.map { Array($0.utf8) }, in: child.identifier)
      return secrets.filter { found.contains(Array($0.utf8)) }
    }
    // Waits for the first answer of the tool. Before the first answer, the process may still run the program `env`,
    // which starts the tool.
    try run()
    // The environment of the tool contains the path of `home`, so the search of the memory must find the path.
    // Otherwise the test proves nothing.
    let known = Array(folder("home").utf8)
    #expect(try ProcessMemory.find([known], in: child.identifier) == [known])
    try run("set-keychain-password -p \(Self.passcode)", "lock-keychain")
    #expect(try left() == [])
    try run("unlock-keychain -p \(Self.wrong)", "unlock-keychain -p \(Self.passcode)")
    #expect(try left() == [])
    try run(
      "add-generic-password -a a -s one -w \(Self.added)",
      "add-generic-password -a a -s two -X \(Self.digits)",
      "add-generic-password -a a -s one -w \(Self.added)")
    #expect(try left() == [])
    // The tool prints the secrets, so they were in its memory.
    let printed = try run(
      "find-generic-password -s one -w", "find-generic-password -s two -g",
      "find-generic-password -s two -w", "dump-keychain -d")
    #expect(printed.contains(Self.added) && printed.contains(Self.fromDigits))
    #expect(try left() == [])
    try run(
      "export-passwords --yes --format csv -o \(folder("out/csv"))",
      "export-passwords --yes --format json -o \(folder("out/json"))")
    #expect(try left() == [])
    let backup = folder("out/backup")
    try run(
      "export-keychain-backup -P \(Self.phrase) \(backup)", "delete-generic-password -s one",
      "import-keychain-backup -P \(Self.wrong) \(backup)",
      "import-keychain-backup -P \(Self.phrase) \(backup)")
    #expect(try run("find-generic-password -s one -w").contains(Self.added))
    #expect(try left() == [])
    let (keybags, deviceKey) = (keybags(folder), try folder.read("home/device.key"))
    #expect(keybags.count == 1)
    try run("rotate-keys -o \(Self.passcode)")
    #expect(self.keybags(folder) != keybags)
    try run("change-device-key -o \(Self.passcode)")
    #expect(try folder.read("home/device.key") != deviceKey)
    #expect(try left() == [])
    #expect(folder.exists("out/csv") && folder.exists("out/json") && folder.exists("out/backup"))
    try run("erase-keychain --yes")
    #expect(end == 11)
  }
}

extension ToolMemoryTests {
  /// Returns the names of the keybag files in the folder `home`.
  fileprivate func keybags(_ folder: TemporaryDirectory) -> [String] {
    TemporaryDirectory.names(folder("home")).filter { $0.hasPrefix("keybag.") }
  }
}

extension TemporaryDirectory {
  fileprivate func exists(_ name: String) -> Bool { access(self(name), F_OK) == 0 }
}
