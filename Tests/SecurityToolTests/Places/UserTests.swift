import TestSupport
import Testing

/// One user uses the files of another user.
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

  /// Root runs a command in the keychain of a user by mistake. Afterwards, the user can still use the keychain.
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
    #expect(run.errors.contains(" \(place.home)/"), "\(run.errors)")
    #expect(run.errors.contains(": Permission denied"), "\(run.errors)")
  }

  /// The trust decisions of a user apply only to this user. The decisions of the administrator apply to all users.
  @Test func trustSettingsAreThoseOfTheirUser() throws {
    let run = try place.run(
      prepare + """
        cd "$PLACE"
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=Root \
          -keyout root.key -out root.pem 2>/dev/null
        chmod 644 root.pem
        as_user "$SECURITY" add-trusted-cert root.pem
        as_user "$SECURITY" verify-cert -c root.pem
        "$SECURITY" verify-cert -N -c root.pem || echo $?
        as_user "$SECURITY" add-trusted-cert -d root.pem || echo $?
        as_user "$SECURITY" user-trust-settings-enable -d || echo $?
        chown 1:1 "$LATCHKEY_HOME/trust-settings.plist"
        chmod 644 "$LATCHKEY_HOME/trust-settings.plist"
        as_user "$SECURITY" verify-cert -c root.pem || echo $?
        """)
    #expect(
      run.text == "...certificate verification successful.\n1\n195\n195\n1\n", "\(run.errors)")
    #expect(run.errors.contains("only the administrator may change"), "\(run.errors)")
    #expect(
      run.errors.contains("trust-settings.plist belongs to user 1, neither to user 12345 nor"),
      "\(run.errors)")
  }

  @Test(arguments: ["keychain.db", "keybag.1", "device.key", "latchkey.lock"])
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
