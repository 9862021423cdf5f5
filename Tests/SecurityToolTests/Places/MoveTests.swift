import Foundation
import TestSupport
import Testing

/// Moves of keychains to `keychaind` and back, in an environment with its own `/etc` and `/run`.
@Suite(.serialized, .enabled(if: Place.hasOverlay && Place.hasUsers, "\(Place.needsOverlay)")) struct MoveTests {
  private let machine: DaemonPlace

  init() throws { machine = try DaemonPlace() }

  private func run(_ script: String) throws -> Tool.Outcome { try machine.run(script) }

  @Test func aKeychainOutsideOfTheServiceIsNamed() throws {
    let run = try run(
      """
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      configure
      start
      as_user "$SECURITY" find-generic-password -s s -w || echo "status $?"
      as_user "$SECURITY" move-to-service | head -1
      as_user "$SECURITY" find-generic-password -s s -w
      # A program that names the old folder, and the ways to repair a keychain.
      old() { as_user env LATCHKEY_HOME="$PLACE/person/.local/share/latchkey" "$SECURITY" "$@" > "$PLACE/output" 2>&1 || :; }
      for command in "find-generic-password -s s -w" verify-keychain "verify-keychain --repair" \\
        "verify-keychain --accept-older"; do
        old $command
        grep -o 'was moved to keychaind; restart\\|Put it back' "$PLACE/output" | sort -u
      done
      rm /etc/latchkey/service.plist
      as_user "$SECURITY" find-generic-password -s s -w || echo "status $?"
      """)
    let moved = String(repeating: "was moved to keychaind; restart\n", count: 4)
    #expect(
      run.text == "status 53\n1 item moved to keychaind\nsecret\n" + moved + "status 53\n", "\(run.text) \(run.errors)")
    #expect(run.errors.contains("moved to keychaind, and this machine has no keychaind"), "\(run.errors)")
    #expect(
      run.errors.contains(".local/share/latchkey/keychain.db belongs to a keychain outside of it"), "\(run.errors)")
  }

  /// The way to the service with a password, and the way back without the service.
  @Test func aKeychainMovesAndComesBack() throws {
    let run = try run(
      """
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      as_user "$SECURITY" set-keychain-password -p 1234
      as_user "$SECURITY" set-keychain-settings -t 900
      configure
      start
      printf 'wrong\n' | as_user "$SECURITY" move-to-service || echo "status $?"
      printf '1234\n' | as_user "$SECURITY" move-to-service | head -1
      as_user "$SECURITY" find-generic-password -s s -w
      as_user "$SECURITY" show-keychain-info 2>&1 | grep -o 'timeout=900s'
      as_user "$SECURITY" move-to-service --back -u person || echo "status $?"
      "$SECURITY" move-to-service --back -u person | head -1 | cut -d: -f1
      ls "$PLACE/state"
      "$SECURITY" delete-user-keychain -f -u person || echo "status $?"
      ls "$PLACE/state"
      stop
      daemon=
      rm /etc/latchkey/service.plist
      as_user "$SECURITY" unlock-keychain -p 1234
      as_user "$SECURITY" find-generic-password -s s -w
      as_user "$SECURITY" show-keychain-info 2>&1 | grep -o 'timeout=900s'
      stat -c '%u %a' "$PLACE/person/.local/share/latchkey/keychain.db" "$PLACE/person/.local/state/latchkey/device.key"
      as_user "$SECURITY" verify-keychain | tail -1
      """)
    #expect(
      run.text == """
        status 51
        1 item moved to keychaind
        secret
        timeout=900s
        status 1
        1 item given back to person
        12345.moved-back
        deleted: the keychain of person
        secret
        timeout=900s
        12345 600
        12345 600
        The keychain is intact.

        """, "\(run.text) \(run.errors)")
    #expect(run.errors.contains("Ask root: security move-to-service --back -u USER"), "\(run.errors)")
  }

  /// The folders that variables of the user name are unknown to root, who names them.
  @Test func aKeychainComesBackToTheFoldersOfVariables() throws {
    let run = try run(
      """
      xdg() { as_user env XDG_DATA_HOME="$PLACE/person/data" XDG_STATE_HOME="$PLACE/person/state" "$SECURITY" "$@"; }
      as_user mkdir "$PLACE/person/data" "$PLACE/person/state"
      xdg add-generic-password -a a -s s -w secret
      configure
      start
      xdg move-to-service > "$PLACE/output"
      options=$(sed -n 's/^the way back, for root: security move-to-service --back -u USER//p' "$PLACE/output")
      [ "$options" = " --data $PLACE/person/data/latchkey --key $PLACE/person/state/latchkey" ] && echo named
      for wrong in "--data /a" "--key /a" "--data a --key b"; do
        "$SECURITY" move-to-service --back -u person $wrong > /dev/null || echo "status $?"
      done
      "$SECURITY" move-to-service --back -u person$options | head -1 | cut -d: -f1
      ls "$PLACE/state"
      ls -A "$PLACE/person"
      stop
      daemon=
      rm /etc/latchkey/service.plist
      xdg find-generic-password -s s -w
      """)
    #expect(
      run.text == """
        named
        status 2
        status 2
        status 2
        1 item given back to person
        12345.moved-back
        data
        state
        secret

        """, "\(run.text) \(run.errors)")
  }

  /// Items in the groups of protected applications stay in the old files. The person opens a copy of these files.
  @Test func theOldFilesOpenInAnotherFolder() throws {
    let run = try run(
      """
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      configure
      start
      as_user "$SECURITY" move-to-service | head -1
      cat > "$PLACE/old.sh" <<'END'
      set -e
      mkdir -m 700 "$HOME/old"
      cp "$HOME/.local/share/latchkey/latchkey.lock" "$HOME/old"
      for file in "$HOME"/.local/share/latchkey/*.moved-to-keychaind "$HOME"/.local/state/latchkey/*.moved-to-keychaind; do
        name=${file##*/}
        cp "$file" "$HOME/old/${name%.moved-to-keychaind}"
      done
      LATCHKEY_HOME=$HOME/old "$SECURITY" find-generic-password -s s -w
      END
      chmod 644 "$PLACE/old.sh"
      as_user sh "$PLACE/old.sh"
      as_user "$SECURITY" find-generic-password -s s -w
      """)
    #expect(run.text == "1 item moved to keychaind\nsecret\nsecret\n", "\(run.text) \(run.errors)")
  }

  /// The command is killed after the service stored the items, and before the files are set aside.
  @Test func aRepeatedMoveIsFinished() throws {
    let run = try run(
      """
      as_user "$SECURITY" add-generic-password -a a -s s -w secret
      cp -a "$PLACE/person" "$PLACE/before"
      configure
      start
      as_user "$SECURITY" move-to-service | head -1
      as_user "$SECURITY" set-keychain-password -p correct
      rm -r "$PLACE/person"
      mv "$PLACE/before" "$PLACE/person"
      as_user "$SECURITY" move-to-service | head -1
      as_user "$SECURITY" find-generic-password -s s -w
      """)
    #expect(
      run.text == "1 item moved to keychaind\nthe keychain was in keychaind already\nsecret\n",
      "\(run.text) \(run.errors)")
  }
}
