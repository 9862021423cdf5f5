import TestSupport
import Testing

/// Moves passwords from other programs to the service.
@Suite struct MovingInTests {
  private let place: ServicePlace

  init() throws { place = try ServicePlace() }

  /// Programs find an item by the attributes that they gave to it, also after the move.
  @Test func itemsOfGnomeKeyringAreFoundAsBefore() throws {
    let outcome = try place.run(
      #"""
      set -e
      printf password | gnome-keyring-daemon --foreground --unlock --components=secrets \
        --control-directory="$TMPDIR/control" >/dev/null 2>&1 &
      keyring=$!
      until busctl --user status org.freedesktop.secrets >/dev/null 2>&1; do sleep 0.05; done
      printf one | secret-tool store --label=Mail e-source-uid 1234 eds-origin evolution-data-server
      printf two | secret-tool store --label=Safe application chromium
      printf 'a\0b' | secret-tool store --label=Net user ben server host.example protocol https port 8443 \
        xdg:schema org.gnome.keyring.NetworkPassword
      "$SECURITY_TOOL" import-passwords --from secret-service | grep '^3 to add'
      "$SECURITY_TOOL" import-passwords --from secret-service --apply | grep '^3 added'
      kill $keyring
      wait $keyring || :
      "$SECRET_SERVICE_PROGRAM" &
      service=$!
      until busctl --user status org.freedesktop.secrets >/dev/null 2>&1; do sleep 0.05; done
      test "$(secret-tool lookup e-source-uid 1234)" = one
      test "$(secret-tool lookup eds-origin evolution-data-server e-source-uid 1234)" = one
      test "$(secret-tool lookup application chromium)" = two
      test "$(secret-tool lookup server host.example port 8443 | od -An -c | tr -d ' ')" = 'a\0b'
      test "$("$SECURITY_TOOL" find-internet-password -s host.example -g 2>&1 | grep -c 0x610062)" = 1
      # The JSON of an export has the attributes, too.
      "$SECURITY_TOOL" export-passwords --format json -o "$TMPDIR/all.json" --yes
      export LATCHKEY_HOME="$TMPDIR/other"
      "$SECURITY_TOOL" import-passwords --from json "$TMPDIR/all.json" --apply | grep '^3 added'
      "$SECURITY_TOOL" export-passwords --format json --yes | cmp - "$TMPDIR/all.json"
      kill $service
      wait $service
      """#, hasService: false)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func kwallet() throws {
    let outcome = try place.run(
      #"""
      set -e
      ! "$SECURITY_TOOL" import-passwords --from kwallet 2>"$TMPDIR/errors"
      grep 'KWallet cannot be reached' "$TMPDIR/errors"
      /usr/bin/python3 "$CLIENTS/kwallet.py" &
      wallet=$!
      trap 'kill $wallet' EXIT
      until busctl --user status org.kde.kwalletd5 >/dev/null 2>&1; do sleep 0.05; done
      "$SECURITY_TOOL" import-passwords --from kwallet >"$TMPDIR/plan" 2>/dev/null || :
      grep '^4 to add, 0 in the keychain already, 0 repeated in the source, 3 unreadable' "$TMPDIR/plan"
      grep 'unreadable  closed: the wallet was not opened' "$TMPDIR/plan"
      grep 'unreadable  kdewallet: Broken/map: the map of the entry is damaged' "$TMPDIR/plan"
      grep 'unreadable  kdewallet: Broken/unknown: the entry has an unknown kind' "$TMPDIR/plan"
      ! "$SECURITY_TOOL" find-generic-password -s Passwords 2>/dev/null
      "$SECURITY_TOOL" import-passwords --from kwallet --apply --skip-unreadable | grep '^4 added'
      test "$("$SECURITY_TOOL" find-generic-password -s Passwords -a mail --raw -w)" = größe
      test "$(secret-tool lookup service Passwords username mail)" = größe
      test "$("$SECURITY_TOOL" find-generic-password -s Passwords -a bytes --raw -w | od -An -tx1)" = ' 00 ff 0a'
      test "$("$SECURITY_TOOL" find-generic-password -s Passwords -a 'form: login' --raw -w)" = 'änna 🗝'
      test -z "$("$SECURITY_TOOL" find-generic-password -s Passwords -a 'form: password' --raw -w)"
      """#)
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
