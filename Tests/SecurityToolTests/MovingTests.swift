import Glibc
import TestSupport
import Testing

/// Tests imports of passwords from other programs. Also tests imports and exports that are interrupted.
@Suite struct MovingTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func nothingIsExportedIntoTheFolderOfTheKeychain() throws {
    #expect(try tool("add-generic-password", "-a", "a", "-s", "s", "-w", "x").status == 0)
    #expect(try tool("create-keypair", "-a", "ec", "-s", "256", "key").status == 0)
    let before = tool.home.names()
    let keybag = try tool.home.read("keybag.1")
    for arguments in [
      ["dump-keychain", "-o"], ["export-passwords", "--format", "csv", "--yes", "-o"],
      ["export", "-o"], ["export-device-key", "-o"],
    ] {
      for name in [
        "keybag.1", "keybag.2", "device.key.next", "keychain.db-journal", "latchkey.lock", "backup",
      ] {
        let run = try tool(arguments + [tool.home(name)])
        #expect(run.status != 0, "\(arguments)")
        #expect(run.errors.contains("the folder of the keychain"), "\(run.errors)")
      }
    }
    #expect(tool.home.names() == before)
    #expect(try tool.home.read("keybag.1") == keybag)
    #expect(try tool("find-generic-password", "-s", "s", "-w").text == "x\n")
  }

  // MARK: The Secret Service

  @Test func itemsOfAKeyringComeOverByteForByte() throws {
    let run = try PasswordStores().shell(
      """
      printf 'one' | secret-tool store --label='Label ä' service s username u more 'x y'
      printf 'two\\0\\377\\n' | secret-tool store --label=net user ben server host.example \
        protocol https port 8443 xdg:schema org.gnome.keyring.NetworkPassword
      : | secret-tool store --label=empty name empty
      "$SECURITY" import-passwords --from secret-service --apply &&
      "$SECURITY" find-generic-password -s s -a u -j 'more: x y' -l 'Label ä' -w &&
      "$SECURITY" find-internet-password -s host.example -a ben -r htps -P 8443 -w &&
      "$SECURITY" find-generic-password -s empty -w &&
      "$SECURITY" import-passwords --from secret-service --apply &&
      "$SECURITY" import-passwords --from secret-service --apply --replace | tail -n 1
      """, with: tool)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty || run.errors.contains("fd limit"))
    #expect(run.text.contains("3 added, 0 replaced, 0 skipped\none\n74776f00ff0a\n\n"))
    #expect(run.text.contains("\n0 to add, 3 in the keychain already, 0 repeated in the source, 0 unreadable\n"))
    #expect(run.text.hasSuffix("\n0 added, 3 replaced, 0 skipped\n"))
  }

  @Test func lockedCollectionIsNotPassedOverInSilence() throws {
    let run = try PasswordStores().shell(
      """
      printf 'one' | secret-tool store --label=l service s
      dbus-send --session --print-reply --dest=org.freedesktop.secrets \
        /org/freedesktop/secrets org.freedesktop.Secret.Service.Lock \
        array:objpath:/org/freedesktop/secrets/collection/login >/dev/null
      "$SECURITY" import-passwords --from secret-service --apply
      """, with: tool)
    #expect(run.status == 1)
    #expect(
      run.text.contains("unreadable  Login: the collection is locked, and unlocking it takes"))
    #expect(run.errors.contains("nothing was changed. --skip-unreadable leaves them out.\n"))
    #expect(try tool("verify-keychain").text == "There is no keychain yet.\n")
  }

  @Test func withoutABusTheServiceIsMissed() throws {
    let run = try tool.shell(
      """
      export XDG_RUNTIME_DIR=/nonexistent; unset DBUS_SESSION_BUS_ADDRESS
      exec "$SECURITY" import-passwords --from secret-service
      """)
    #expect(run.status == 1)
    #expect(
      run.errors
        == "security: secret-service: the Secret Service cannot be reached: "
        + "No such file or directory\n")
  }

  @Test func libraryOfTheBusIsNotLinked() throws {
    let libraries = try tool.shell("ldd \"$SECURITY\"")
    #expect(libraries.status == 0)
    #expect(libraries.text.contains("libc.so"))
    for name in ["systemd", "dbus", "glib", "secret"] { #expect(!libraries.text.contains(name)) }
  }

  // MARK: pass

  @Test func entriesOfPassComeOverByteForByte() throws {
    let run = try PasswordStores().shell(
      """
      printf 'p\\0\\377w\\nnote: x\\n' | pass insert -m 'a b/ä' >/dev/null
      printf 'one\\ntwo\\n\\nthree\\n' | pass insert -m 'a b/key' >/dev/null
      mkdir "$BASE/elsewhere" && mv "$PASSWORD_STORE_DIR/a b" "$BASE/elsewhere"
      "$SECURITY" import-passwords --from pass --apply "$BASE/elsewhere" &&
      "$SECURITY" find-generic-password -s 'a b' -a 'ä' -j 'note: x' -w &&
      "$SECURITY" find-generic-password -s 'a b' -a key -w
      """, with: tool)
    #expect(run.status == 0)
    #expect(run.text.contains("\nnote: a b/key: all its lines are the secret"))
    #expect(
      run.text.hasSuffix(
        "2 added, 0 replaced, 0 skipped\n7000ff77\n6f6e650a74776f0a0a7468726565\n"))
  }

  @Test func entriesThatDoNotDecryptStopTheImport() throws {
    let run = try PasswordStores().shell(
      """
      printf 'pw' | pass insert -m good >/dev/null
      echo garbage >"$PASSWORD_STORE_DIR/bad.gpg"
      perl -e '$SIG{CHLD} = "IGNORE"; exec @ARGV' \
        "$SECURITY" import-passwords --from pass --apply
      echo "status $?"
      "$SECURITY" verify-keychain
      "$SECURITY" import-passwords --from pass --apply --skip-unreadable | tail -n 1
      """, with: tool)
    #expect(run.text.contains("unreadable  bad: gpg: "))
    #expect(run.text.contains("\nstatus 1\nThere is no keychain yet.\n1 added, "))
  }

  @Test func withoutGPGNothingIsRead() throws {
    let folder = try TemporaryDirectory()
    try folder.write([], to: "entry.gpg")
    let run = try tool.shell(
      "PATH=/nonexistent exec \"$SECURITY\" import-passwords --from pass \(folder.path)")
    #expect(run.status == 1)
    #expect(run.errors == "security: \(folder.path): gpg: No such file or directory\n")
    let none = try tool("import-passwords", "--from", "pass", folder("none"))
    #expect(none.errors == "security: \(folder("none")): No such file or directory\n")
  }

  // MARK: All or nothing

  /// The import exceeds the limit on the size of files. The tool is then killed, or its write fails as on a full disk.
  @Test(arguments: [false, true]) func interruptedImportChangesNothing(isKilled: Bool) throws {
    let folder = try TemporaryDirectory()
    let lines = (0..<4000).map { "https://host\($0).example/,anna,secret \($0)\n" }
    try folder.write(Array("url,username,password\n\(lines.joined())".utf8), to: "in.csv")
    try tool("add-generic-password", "-a", "a", "-s", "before", "-w", "kept")
    let run = try tool.shell(
      """
      \(isKilled ? "" : "trap '' XFSZ")
      ulimit -f 1000
      exec "$SECURITY" import-passwords --from csv --apply \(folder("in.csv"))
      """)
    if isKilled {
      #expect(run.ending == .signal(SIGXFSZ))
    } else {
      #expect(run.status != 0)
      #expect(run.errors.hasSuffix("security: Nothing was changed.\n"))
    }
    let after = try tool("verify-keychain")
    #expect(
      after.text
        == "genp: 1 item\ninet: 0 items\nkeys: 0 items\ncert: 0 items\nThe keychain is intact.\n")
    #expect(try tool("find-generic-password", "-s", "before", "-w").text == "kept\n")

    let whole = try tool("import-passwords", "--from", "csv", "--apply", folder("in.csv"))
    #expect(whole.text.hasSuffix("\n4000 added, 0 replaced, 0 skipped\n"))
    #expect(
      try tool("find-internet-password", "-s", "host3999.example", "-w").text == "secret 3999\n")
  }

  @Test func killedExportLeavesNoSecretBehind() throws {
    let folder = try TemporaryDirectory()
    let source = try TemporaryDirectory()
    let lines = (0..<2000).map { "https://host\($0).example/,anna,secret \($0)\n" }
    try source.write(Array("url,username,password\n\(lines.joined())".utf8), to: "in.csv")
    #expect(
      try tool("import-passwords", "--from", "csv", "--apply", source("in.csv")).status == 0)
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    let process = try tool.start(
      ["export-passwords", "--format", "json", "--yes", "-o", folder("out")],
      descriptors: [nothing, nothing, nothing])
    while !hasWritten(process, within: folder), isRunning(process) { usleep(200) }
    process.signal(SIGKILL)
    #expect(try process.wait() == .signal(SIGKILL))
    #expect(folder.names().isEmpty)
  }

  /// Returns whether a process has opened a nonempty file in a folder.
  private func hasWritten(_ process: ChildProcess, within folder: TemporaryDirectory) -> Bool {
    let descriptors = "/proc/\(process.identifier)/fd"
    return TemporaryDirectory.names(descriptors).contains { name in
      var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("\(descriptors)/\(name)", &target, target.count)
      var status = stat()
      return count > 0 && target.prefix(count).starts(with: "\(folder.path)/".utf8)
        && stat("\(descriptors)/\(name)", &status) == 0 && status.st_size > 0
    }
  }

  /// Returns whether a process is running. A process that has ended has no descriptors.
  private func isRunning(_ process: ChildProcess) -> Bool {
    !TemporaryDirectory.names("/proc/\(process.identifier)/fd").isEmpty
  }

  // MARK: Between keychains

  @Test func dumpsAndExportsMoveBetweenKeychains() throws {
    let folder = try TemporaryDirectory()
    for byte in UInt8.min...UInt8.max {
      let digits = String(byte, radix: 16)
      try tool(
        "add-generic-password", "-a", "\(byte)", "-s", "s", "-G", "ä", "-X", digits + digits)
    }
    try tool(
      "add-internet-password", "-a", "a", "-s", "h", "-P", "443", "-r", "htps", "-c", "aapl",
      "--access-group", "team", "-w", "w")
    #expect(
      try tool("export-passwords", "--format", "json", "-o", folder("j"), "--yes").status == 0)
    #expect(try tool("-v", "dump-keychain", "-d", "-o", folder("d")).status == 0)
    let dump = try tool("-v", "dump-keychain", "-d").text
    for (source, file) in [("json", "j"), ("dump", "d")] {
      let other = try Tool()
      let run = try other("import-passwords", "--from", source, folder(file), "--apply")
      #expect(run.status == 0)
      #expect(run.text.hasSuffix("257 added, 0 replaced, 0 skipped\n"))
      let copy = try other("-v", "dump-keychain", "-d").text
        .replacing(other.home.path, with: tool.home.path)
      // Excludes the item digest, which the second keychain computes again.
      let isKept: (Substring) -> Bool = { !$0.contains("\"sha1\"") }
      #expect(
        copy.split(separator: "\n").filter(isKept) == dump.split(separator: "\n").filter(isKept))
    }
  }
}
