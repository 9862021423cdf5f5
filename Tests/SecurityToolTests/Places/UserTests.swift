import TestSupport
import Testing

/// Files of one user in the hands of another.
@Suite(.enabled(if: Place.hasUsers, "\(Place.needsUsers)")) struct UserTests {
  private let place: Place

  init() throws { place = try Place() }

  private let prepare = """
    mkdir -m 700 "$LATCHKEY_HOME"
    chown 12345:12345 "$LATCHKEY_HOME"
    as_user "$SECURITY" add-generic-password -a a -s s -w w

    """

  @Test(arguments: ["find-generic-password -s s", "add-generic-password -a b -s b -w w"])
  func rootDoesNotTouchTheStoreOfAUser(_ command: String) throws {
    let run = try place.run(prepare + "\"$SECURITY\" \(command)")
    #expect(run.status == 53)
    #expect(
      run.errors.contains("\(place.home) belongs to user 12345, not to user 0 who wants to use it"))
  }

  /// A command that root ran by mistake leaves no file that locks the user out.
  @Test func storeOfAUserWorksAfterRootTried() throws {
    let run = try place.run(
      prepare + """
        "$SECURITY" add-generic-password -a b -s b -w w 2>/dev/null || true
        find "$LATCHKEY_HOME" ! -user 12345
        as_user "$SECURITY" find-generic-password -s s -w
        as_user "$SECURITY" add-generic-password -U -a a -s s -w v
        """)
    #expect(run.status == 0)
    #expect(run.text == "w\n")
  }

  @Test func storeOfAnotherUserIsRefused() throws {
    let run = try place.run(
      """
      "$SECURITY" add-generic-password -a a -s s -w w
      as_user "$SECURITY" find-generic-password -s s
      """)
    #expect(run.status == 53)
    #expect(run.errors.contains("cannot open \(place.home): Permission denied"), "\(run.errors)")
  }

  @Test(arguments: ["keychain.db", "keybag", "device.key", "state", "latchkey.lock"])
  func fileOfAnotherUserIsRefused(_ name: String) throws {
    let run = try place.run(
      prepare + """
        chown 0 "$LATCHKEY_HOME/\(name)"
        chmod 0600 "$LATCHKEY_HOME/\(name)"
        as_user "$SECURITY" find-generic-password -s s
        """)
    #expect(run.status == 53)
    #expect(run.errors.contains("\(place.home)/\(name)"), "\(run.errors)")
  }
}
