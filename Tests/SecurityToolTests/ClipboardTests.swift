import Glibc
import KeychainCrypto
import KeychainModel
import TestSupport
import Testing

/// Copies a secret with the clipboard programs of a desktop, and clears the clipboard later.
@Suite struct ClipboardTests {
  private let tool: Tool
  private let programs: ScriptedPrograms

  private static let secret = "It3mSecretMark"

  init() throws {
    tool = try Tool()
    programs = try ScriptedPrograms()
    #expect(
      try tool(
        "add-generic-password", "-s", "shop", "-a", "anna", "-w", input: Self.secret.utf8
      ).status == 0)
    // The file `clip` replaces the clipboard.
    try programs.add(
      "wl-copy",
      """
      case "$1" in
        --help)
          echo "Usage:"
          ! [ -e '\(programs.folder("new"))' ] || echo "  -x, --sensitive   Hint." ;;
        --sensitive) [ -e '\(programs.folder("new"))' ] || exit 2; cat > '\(clip)' ;;
        --clear) rm -f '\(clip)' ;;
        *) cat > '\(clip)' ;;
      esac
      """)
    try programs.add("wl-paste", "[ -e '\(clip)' ] && cat '\(clip)'")
    try programs.add(
      "xclip",
      """
      if [ "$3" = -out ]; then cat '\(clip)'; exit; fi
      cat > '\(clip).new'
      if [ -s '\(clip).new' ]; then mv '\(clip).new' '\(clip)'; else rm '\(clip).new' '\(clip)'; fi
      """)
  }

  private var clip: String { programs.folder("clip") }

  private var content: String? {
    guard programs.folder.names().contains("clip") else { return nil }
    return (try? programs.folder.read("clip")).map { String(decoding: $0, as: UTF8.self) }
  }

  private func run(_ command: String, display: String = "WAYLAND_DISPLAY") throws -> Tool.Outcome {
    try tool.shell(
      """
      unset WAYLAND_DISPLAY DISPLAY
      export \(display)=x PATH='\(programs.folder.path)':"$PATH"
      \(command)
      """)
  }

  private func waitUntilCleared() throws {
    for _ in 0..<30_000 where content != nil { usleep(1000) }
    try #require(content == nil)
  }

  @Test(arguments: ["WAYLAND_DISPLAY", "DISPLAY"])
  func secretIsCopiedThroughAPipeAndCleared(display: String) throws {
    // The tool does not wait for the clearing. The secret is still in the clipboard after the tool has ended.
    let copied = try run("\"$SECURITY\" copy shop --clear 2", display: display)
    #expect(copied.status == 0)
    #expect(copied.output.isEmpty && copied.errors.isEmpty)
    #expect(content == Self.secret)
    try waitUntilCleared()
    let notes = try programs.notes
    #expect(notes.contains(display == "DISPLAY" ? "started xclip" : "started wl-copy"))
    #expect(!notes.contains(Self.secret))
  }

  @Test func clipboardManagersAreTold() throws {
    try programs.folder.write([], to: "new")
    #expect(try run("\"$SECURITY\" copy shop --clear 0").status == 0)
    #expect(content == Self.secret)
    #expect(try programs.notes.components("started wl-copy\n--sensitive\n") == 1)
  }

  /// If `wl-copy --sensitive` fails, the tool does not try again without the option. Otherwise a clipboard history
  /// would keep the secret.
  @Test func failureWithTheHintIsNoReasonToLeaveItOut() throws {
    try programs.add(
      "wl-copy", "[ \"$1\" = --help ] && { echo 'wl-copy [--sensitive]'; exit; }; exit 3")
    let run = try run("\"$SECURITY\" copy shop")
    #expect(run.errors == "security: copy: wl-copy ended with 3.\n")
    let notes = try programs.notes
    #expect(notes.components("started wl-copy\n--sensitive\n") == 1)
    #expect(!notes.contains("started wl-copy\n--type\n"))
    #expect(content == nil)
  }

  /// The clearing process must not be a child of the tool. Otherwise a long session would accumulate child processes.
  @Test func processThatClearsIsNoChildOfTheTool() throws {
    let script = """
      mkfifo '\(programs.folder("commands"))'
      "$SECURITY" -i <'\(programs.folder("commands"))' & tool=$!
      exec 3>'\(programs.folder("commands"))'
      echo 'copy shop --clear 1' >&3
      until [ -e '\(clip)' ]; do sleep 0.05; done
      while [ -e '\(clip)' ]; do sleep 0.05; done
      for attempt in $(seq 200); do
        children=$(cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^.*) //' | awk -v parent=$tool '$2 == parent' | wc -l)
        [ "$children" != 0 ] || break
        sleep 0.05
      done
      echo "children: $children"
      exec 3>&-
      wait $tool
      """
    let run = try run(script)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "children: 0\n")
  }

  @Test func clipboardThatHoldsSomethingElseIsLeftAlone() throws {
    let key = [UInt8](repeating: 7, count: 32)
    let digest = try Array(Self.secret.utf8).withUnsafeBytes { secret in
      try key.withUnsafeBytes { try HMAC.code(of: secret, key: $0, .sha256) }
    }
    let digits = { (bytes: [UInt8]) in
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let clear = """
      echo '\(digits(key)) \(digits(digest))' | "$SECURITY" clear-clipboard --with wl-copy --after 1
      """
    try programs.folder.write(Array("another".utf8), to: "clip")
    #expect(try run(clear).status == 0)
    #expect(content == "another")
    try programs.folder.write(Array(Self.secret.utf8), to: "clip")
    #expect(try run(clear).status == 0)
    #expect(content == nil)
    // The clipboard is already empty.
    #expect(try run(clear).status == 0)
    // `wl-paste`, which reads the clipboard, does not answer. The clipboard is then cleared without being read.
    try programs.add("wl-paste", "exec sleep 60")
    try programs.folder.write(Array("another".utf8), to: "clip")
    #expect(try run(clear).status == 0)
    #expect(content == nil)
  }

  @Test func programThatFailsIsNamed() throws {
    try programs.add("wl-copy", "[ \"$1\" = --help ] || exit 3")
    let run = try run("\"$SECURITY\" copy shop")
    #expect(run.status == 1)
    #expect(run.errors == "security: copy: wl-copy ended with 3.\n")
  }
}

extension String {
  /// Returns how many times `part` occurs in the string.
  fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
