import Testing

/// A keychain on a read-only file system can be read. An attempt to change the keychain fails with a message that names
/// the reason.
@Suite(.enabled(if: Place.hasMounts, "\(Place.needsMounts)")) struct ReadOnlyVolumeTests {
  private let place: Place
  private let readOnly: Int32 = -25292 & 0xFF

  init() throws { place = try Place() }

  /// Shell commands that create a keychain on a volume. `seal` mounts the volume read-only at a second path.
  private let prepare = """
    mkdir "$PLACE/volume" "$PLACE/read-only"
    mount -t tmpfs -o mode=0700 none "$PLACE/volume"
    LATCHKEY_HOME=$PLACE/volume
    "$SECURITY" add-generic-password -a a -s s -w w
    "$SECURITY" add-internet-password -a a -s host.example.com -w v
    seal() {
      mount --bind "$PLACE/volume" "$PLACE/read-only"
      mount -o remount,bind,ro "$PLACE/read-only"
    }

    """

  @Test func itemsAreFound() throws {
    let run = try place.run(
      in: "--mount",
      prepare + """
        seal
        LATCHKEY_HOME=$PLACE/read-only
        "$SECURITY" find-generic-password -s s -w
        "$SECURITY" find-internet-password -s host.example.com -w
        "$SECURITY" dump-keychain | grep -c class
        "$SECURITY" verify-keychain | tail -1
        """)
    #expect(run.errors == "")
    #expect(run.text == "w\nv\n2\nThe keychain is intact.\n")
  }

  @Test(
    arguments: [
      "add-generic-password -a b -s b -w b", "add-generic-password -U -a a -s s -w b",
      "delete-generic-password -s s",
    ])
  func changesAreRefusedWithAReason(_ command: String) throws {
    let run = try place.run(
      in: "--mount",
      prepare + """
        seal
        (cd "$PLACE/volume"; sha256sum *) >"$PLACE/before"
        set +e
        LATCHKEY_HOME=$PLACE/read-only "$SECURITY" \(command) >/dev/null
        status=$?
        cd "$PLACE/volume" && sha256sum * | diff - "$PLACE/before"
        exit $status
        """)
    #expect(run.status == readOnly)
    #expect(run.errors.contains("a read-only file system. Nothing was changed."), "\(run.errors)")
    #expect(run.text == "")
  }

  /// Shell commands that put a second keychain on a volume into the search list. `seal_second` makes it read-only.
  private let prepareSecond = """
    mkdir "$PLACE/volume"
    mount -t tmpfs -o mode=0700 none "$PLACE/volume"
    keychain="$PLACE/volume/build.keychain-db"
    cd "$PLACE"
    openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out one.pem -subj /CN=one 2>/dev/null
    "$SECURITY" create-keychain -p "" "$keychain"
    "$SECURITY" list-keychains -s login.keychain "$keychain"
    seal_second() { mount -o remount,ro "$PLACE/volume"; }

    """

  /// An identity whose key is in a keychain that cannot be changed keeps its certificate.
  @Test func identityWithAKeyOnAReadOnlyVolumeStaysWhole() throws {
    let run = try place.run(
      in: "--mount",
      prepareSecond + """
        "$SECURITY" import key.pem -k "$keychain" >/dev/null
        "$SECURITY" import one.pem >/dev/null
        "$SECURITY" find-identity | grep -c one
        seal_second
        set +e
        "$SECURITY" delete-identity -c one 2>/dev/null
        echo $?
        "$SECURITY" find-identity | grep -c one
        """)
    #expect(run.errors == "")
    #expect(run.text == "1\n\(readOnly)\n1\n")
  }

  /// The key of two certificates stays when one of the certificates cannot be deleted.
  @Test func keyOfACertificateOnAReadOnlyVolumeStays() throws {
    let run = try place.run(
      in: "--mount",
      prepareSecond + """
        openssl req -x509 -key key.pem -out two.pem -subj /CN=two 2>/dev/null
        "$SECURITY" import key.pem >/dev/null
        "$SECURITY" import one.pem >/dev/null
        "$SECURITY" import two.pem -k "$keychain" >/dev/null
        seal_second
        set +e
        "$SECURITY" delete-identity -c one 2>/dev/null
        echo $?
        "$SECURITY" find-identity | grep -c two
        """)
    #expect(run.errors == "")
    #expect(run.text == "0\n1\n")
  }

  /// One process sees the volume read-only, and another process can write to the volume. The first process finds the
  /// changes of the second process.
  @Test func changesMadeElsewhereAreSeen() throws {
    let run = try place.run(
      in: "--mount",
      prepare + """
        seal
        for i in 1 2 3; do
          LATCHKEY_HOME=$PLACE/volume "$SECURITY" add-generic-password -U -a a -s s -w "w$i"
          LATCHKEY_HOME=$PLACE/read-only "$SECURITY" find-generic-password -s s -w
        done
        """)
    #expect(run.errors == "")
    #expect(run.text == "w1\nw2\nw3\n")
  }

  /// A keybag file and a device key file each contain two copies of their content. The test damages one copy. The next
  /// use of a writable keychain restores the damaged copy of a device key file. A repair restores the damaged copy of a
  /// keybag file.
  @Test(arguments: [("keybag.1", "--repair"), ("device.key", "")])
  func oneWholeCopyIsEnough(_ name: String, _ option: String) throws {
    let run = try place.run(
      in: "--mount",
      prepare + """
        byte=$(od -An -tu1 -j20 -N1 "$PLACE/volume/\(name)")
        printf "\\\\$(printf %o $((byte ^ 1)))" |
          dd of="$PLACE/volume/\(name)" bs=1 seek=20 conv=notrunc status=none
        seal
        LATCHKEY_HOME=$PLACE/read-only "$SECURITY" find-generic-password -s s -w
        LATCHKEY_HOME=$PLACE/volume "$SECURITY" verify-keychain | grep -c 'one of the two copies' || true
        LATCHKEY_HOME=$PLACE/volume "$SECURITY" find-generic-password -s s -w
        LATCHKEY_HOME=$PLACE/volume "$SECURITY" verify-keychain \(option) | tail -1
        """)
    #expect(run.errors == "")
    #expect(run.text == "w\n1\nw\nThe keychain is intact.\n")
  }

  @Test func missingLogIsNamed() throws {
    let run = try place.run(
      in: "--mount",
      prepare + """
        cp -a "$PLACE/volume" "$PLACE/copy"
        rm "$PLACE/volume/keychain.db-wal" "$PLACE/volume/keychain.db-shm"
        seal
        LATCHKEY_HOME=$PLACE/read-only "$SECURITY" find-generic-password -s s -w
        """)
    #expect(run.status == readOnly)
    #expect(run.errors.contains("/keychain.db-wal is missing, and cannot be made"), "\(run.errors)")
  }

  @Test func emptyVolumeIsNamed() throws {
    let run = try place.run(
      in: "--mount",
      """
      mkdir -m 700 "$LATCHKEY_HOME"
      mount -t tmpfs -o ro,mode=0700 none "$LATCHKEY_HOME"
      "$SECURITY" find-generic-password -s s -w
      """)
    #expect(run.status == readOnly)
    #expect(run.errors.contains("latchkey.lock: Read-only file system"), "\(run.errors)")
  }
}
