import TestSupport
import Testing

/// Exports, and changes of the device key, in folders with unusual permissions, names or sizes.
@Suite struct ExportPlaceTests {
  private let place: Place

  init() throws { place = try Place() }

  private static let exports = """
    "$SECURITY" export-device-key -o out/k 2>/dev/null
    "$SECURITY" export-keychain-backup -P p out/b
    "$SECURITY" export-passwords --yes --format csv -o out/p 2>/dev/null
    """

  @Test(.enabled(if: Place.hasUsers, "\(Place.needsUsers)"))
  func folderNeedNotBeReadable() throws {
    let run = try place.run(
      """
      mkdir -m 700 "$LATCHKEY_HOME" "$PLACE/out"
      chown 12345:12345 "$LATCHKEY_HOME" "$PLACE/out"
      cat > "$PLACE/exports" <<'END'
      set -eu
      cd "$PLACE"
      "$SECURITY" add-generic-password -a a -s s -w w
      chmod 300 out
      \(Self.exports)
      chmod 700 out
      "$SECURITY" remove-device-key out/k
      "$SECURITY" import-device-key out/k
      "$SECURITY" find-generic-password -s s -w
      END
      as_user sh "$PLACE/exports"
      ls "$PLACE/out"
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.hasSuffix("The device key is in place.\nw\nb\nk\np\n"), "\(run.text)")
  }

  @Test func namesNeedNotBeUTF8() throws {
    let run = try place.run(
      #"""
      cd "$PLACE"
      key=$(printf 'k\377')
      "$SECURITY" add-generic-password -a a -s s -w w
      mkdir -m 700 "$key"
      "$SECURITY" export-device-key -o "$key/$key" 2>/dev/null
      cmp "$key/$key" "$LATCHKEY_HOME/device.key"
      "$SECURITY" remove-device-key "$key/$key"
      "$SECURITY" import-device-key "$key/$key"
      "$SECURITY" find-generic-password -s s -w
      ls | LC_ALL=C od -An -c | head -1
      """#)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("The device key is in place.\nw\n"))
    #expect(run.text.contains("k 377"))
  }

  /// The file system of the device key has space for two device keys, but not for three.
  @Test(.enabled(if: Place.hasMounts, "\(Place.needsMounts)"))
  func deviceKeyIsChangedWithRoomForTwo() throws {
    let run = try place.run(
      in: "--mount",
      """
      unset LATCHKEY_HOME
      XDG_DATA_HOME="$PLACE/data" XDG_STATE_HOME="$PLACE/state"
      export XDG_DATA_HOME XDG_STATE_HOME
      mkdir -m 700 "$PLACE/data" "$PLACE/state" "$PLACE/state/latchkey"
      mount -t tmpfs -o size=20k,mode=0700 none "$PLACE/state/latchkey"
      "$SECURITY" add-generic-password -a a -s s -w w
      cp "$PLACE/state/latchkey/device.key" "$PLACE/old"
      "$SECURITY" change-device-key
      ls "$PLACE/state/latchkey"
      ! cmp -s "$PLACE/state/latchkey/device.key" "$PLACE/old" || echo same
      "$SECURITY" find-generic-password -s s -w
      # With less nothing is changed.
      head -c 8192 /dev/zero > "$PLACE/state/latchkey/filler"
      cp "$PLACE/state/latchkey/device.key" "$PLACE/old"
      "$SECURITY" change-device-key 2>/dev/null || echo "refused: $?"
      cmp "$PLACE/state/latchkey/device.key" "$PLACE/old"
      "$SECURITY" find-generic-password -s s -w
      ls "$PLACE/state/latchkey"
      """)
    #expect(run.status == 0, "\(run.errors)")
    let tail = run.text.split(separator: "\n").dropFirst().map(String.init)
    #expect(
      tail == ["device.key", "w", "refused: 53", "w", "device.key", "filler"], "\(run.text)")
  }
}
