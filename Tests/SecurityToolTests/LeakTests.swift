import Keychain
import KeychainCrypto
import KeychainModel
import LockTestSupport
import RowSealing
import TestSupport
import Testing

/// The tool passes no secret to the programs that it starts. No secret occurs in its error messages or its log.
@Suite struct LeakTests {
  private static let passcodeText = "Pa55c0deMark"
  private static let itemSecret = "It3mSecretMark"
  private static let applicationPassword = "AppPassw0rdMark"
  private static let wrong = "Wr0ngMark"
  private static let secrets = [passcodeText, itemSecret, applicationPassword, wrong]

  private let tool: Tool
  private let programs: ScriptedPrograms

  init() throws {
    tool = try Tool()
    programs = try ScriptedPrograms()
  }

  private func expectNoSecret(in text: String, _ note: String) {
    for secret in Self.secrets {
      #expect(!text.contains(secret), "\(note)")
      #expect(!text.contains(secret.utf8.map { String($0, radix: 16) }.joined()), "\(note)")
    }
  }

  /// Adds an item that requires the passcode and an application password. The accessibility of the item is "always", so
  /// the item can be read even if the kernel keeps no keys.
  private func addGuardedItem() throws {
    let password = AccessCredential(applicationPassword: try passcode(Self.applicationPassword))
    let constraints: AccessConstraints = [.devicePasscode, .applicationPassword]
    _ = try LocalKeychain(StoreLocation(home: tool.home.path)).perform(
      .add(
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([
            .service: .string("guarded"), .accessible: .string("dk"),
            .accessControl: .number(Int64(bitPattern: constraints.rawValue)),
          ]), secret: Array(Self.itemSecret.utf8))), as: .tool, with: password)
  }

  @Test func pinentryGetsNoSecretAndNoneIsSaid() throws {
    #expect(try tool("set-keychain-password", "-p", Self.passcodeText).status == 0)
    try addGuardedItem()
    try programs.addPinentry(answers: [
      Self.wrong, Self.passcodeText, Self.applicationPassword, Self.passcodeText, Self.wrong,
    ])
    let run = try tool.shell(
      """
      export LATCHKEY_LOG=stderr:debug LATCHKEY_PINENTRY='\(programs.folder("pinentry"))'
      "$SECURITY" find-generic-password -s guarded -w
      "$SECURITY" find-generic-password -s guarded -w
      "$SECURITY" dump-keychain -d
      printf '%s\\n' 'unlock-keychain -p \(Self.wrong)' 'unlock-keychain -p \(Self.passcodeText)' \
        'add-generic-password -a a -s s -w \(Self.itemSecret)' \
        'add-generic-password -a a -s s -w \(Self.itemSecret)' \
        'add-generic-password -a a -s s -z \(Self.itemSecret)' \
        'add-generic-password -a a -s s -X \(Self.itemSecret)' \
        'add-internet-password -a a -s s -P 70000 -w \(Self.itemSecret)' \
        'set-keychain-password -o \(Self.wrong) -p \(Self.itemSecret)' \
        'add-generic-password -a a -s "s -w \(Self.itemSecret)' | "$SECURITY" -v -i >/dev/null
      "$SECURITY" delete-generic-password -s guarded
      "$SECURITY" set-keychain-password -o \(Self.wrong) -p \(Self.wrong)
      "$SECURITY" erase-keychain --yes
      """)
    // The pinentry has answered five questions. The requested secret is the only secret in the output.
    #expect(run.text.hasPrefix("\(Self.itemSecret)\n"))
    let notes = try programs.notes
    #expect(notes.split(separator: "\n").count { $0 == "GETPIN" } == 5)
    #expect(notes.contains("asks for the password of its items"))
    expectNoSecret(in: notes, "what the pinentry was given")
    #expect(run.errors.contains("latchkey[") && run.errors.contains("debug: "))
    #expect(run.errors.contains("status -25293"))
    expectNoSecret(in: run.errors, run.errors)
  }

  @Test func gpgGetsNoSecretAndNoneIsSaid() throws {
    try programs.add("gpg", "echo '\(Self.itemSecret)'")
    try programs.folder.write([1], to: "entry.gpg")
    let run = try tool.shell(
      """
      export LATCHKEY_LOG=stderr:debug PATH='\(programs.folder.path)':"$PATH"
      printf '%s\\n' 'set-keychain-password -p \(Self.passcodeText)' \
        'add-generic-password -a a -s s -w \(Self.wrong)' \
        'import-passwords --from pass --apply \(programs.folder.path)' | "$SECURITY" -i
      "$SECURITY" erase-keychain --yes
      """)
    #expect(try programs.notes.contains("--decrypt"))
    // `gpg` prints a secret, but the tool passes no secret to `gpg`.
    expectNoSecret(in: try programs.notes, "what gpg was given")
    #expect(run.errors.contains("latchkey["))
    expectNoSecret(in: run.errors, run.errors)
  }
}
