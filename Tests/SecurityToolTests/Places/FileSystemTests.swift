import Testing

/// Keychains on the file systems of containers.
@Suite(.enabled(if: Place.hasMounts, "\(Place.needsMounts)")) struct FileSystemTests {
  private let place: Place

  init() throws { place = try Place() }

  private let readOnlyRoot = """
    mkdir -m 700 "$LATCHKEY_HOME"
    mount -t tmpfs -o mode=0700 none "$LATCHKEY_HOME"
    mount --bind / /
    mount -o remount,bind,ro /
    ! mountpoint -q /tmp || mount -o remount,bind,ro /tmp
    cd /
    if mkdir "$PLACE/refused" 2>/dev/null; then echo "the root can be written"; fi

    """

  @Test func readOnlyRootWithOneVolume() throws {
    let run = try place.run(
      in: "--mount",
      readOnlyRoot + """
        "$SECURITY" add-generic-password -a a -s s -w w
        "$SECURITY" add-generic-password -U -a a -s s -w v
        "$SECURITY" find-generic-password -s s -w
        "$SECURITY" verify-keychain | tail -1
        """)
    #expect(run.errors == "")
    #expect(run.text == "v\nThe keychain is intact.\n")
  }

  @Test func readOnlyRootWithoutVolume() throws {
    let run = try place.run(
      in: "--mount",
      """
      mount --bind / /
      mount -o remount,bind,ro /
      ! mountpoint -q /tmp || mount -o remount,bind,ro /tmp
      cd /
      "$SECURITY" add-generic-password -a a -s s -w w
      """)
    #expect(run.status == Int32(-25292) & 0xFF)
    #expect(
      run.errors.contains("cannot create \(place.home): Read-only file system"), "\(run.errors)")
  }

  /// The tool writes nothing to `/dev/shm` and `/tmp`, and does not use `/sys` and devices.
  @Test func nothingElseToWriteAndNoDevices() throws {
    let run = try place.run(
      in: "--mount",
      """
      mkdir "$PLACE/root" "$PLACE/volume"
      mount --rbind / "$PLACE/root"
      mount --bind "$PLACE/volume" "$PLACE/root/mnt"
      for folder in sys dev tmp var run; do
        mount -t tmpfs -o ro none "$PLACE/root/$folder"
      done
      """ + Self.makeToolReachable + """

        LATCHKEY_HOME=/mnt/home
        in_root "$SECURITY" add-generic-password -a a -s s -w w
        in_root "$SECURITY" find-generic-password -s s -w
        in_root "$SECURITY" verify-keychain | tail -1
        """)
    #expect(run.errors == "")
    #expect(run.text == "w\nThe keychain is intact.\n")
  }

  /// Shell commands that mount the folder of the built tool at a second path. The folder may be inside `/tmp`, which
  /// the test replaces.
  private static let makeToolReachable = """

    build=$(dirname "$SECURITY")
    mkdir -p "$PLACE/root/mnt/build"
    mount --bind "$build" "$PLACE/root/mnt/build"
    SECURITY=/mnt/build/security
    in_root() { /usr/sbin/chroot "$PLACE/root" "$@"; }
    """

  /// The volume of a container can be writable by all users. The volume can also have the set-group-ID bit, so that new
  /// folders get its group.
  @Test(.enabled(if: Place.hasUsers, "\(Place.needsUsers)"), arguments: ["0777", "2777", "1777"])
  func volumeWithRightsForAll(_ mode: String) throws {
    let run = try place.run(
      in: "--mount",
      """
      mkdir "$PLACE/volume"
      mount -t tmpfs -o mode=\(mode),gid=4321 none "$PLACE/volume"
      LATCHKEY_HOME=$PLACE/volume/store
      as_user "$SECURITY" add-generic-password -a a -s s -w w
      as_user "$SECURITY" find-generic-password -s s -w
      LATCHKEY_HOME=$PLACE/volume
      as_user "$SECURITY" find-generic-password -s s -w 2>&1 | grep -c 'belongs to user 0'
      """)
    #expect(run.errors == "")
    #expect(run.text == "w\n1\n")
  }

  @Test func smallSharedMemory() throws {
    let run = try place.run(
      in: "--mount",
      """
      mount -t tmpfs -o size=4k none /dev/shm
      "$SECURITY" add-generic-password -a a -s s -w w
      "$SECURITY" find-generic-password -s s -w
      ls -A /dev/shm
      """)
    #expect(run.errors == "")
    #expect(run.text == "w\n")
  }

  @Test(.enabled(if: Place.hasOverlay, "\(Place.needsOverlay)"))
  func keychainInALayerOfAnImage() throws {
    let run = try place.run(
      in: "--mount",
      """
      cd "$PLACE"
      mkdir layers
      mount -t tmpfs none layers
      mkdir layers/lower layers/upper layers/work merged
      LATCHKEY_HOME=$PLACE/layers/lower/home
      "$SECURITY" add-generic-password -a a -s image -w 'from the image'
      (cd layers/lower/home; sha256sum keychain.db keybag.1 device.key latchkey.lock) >before
      mount -t overlay none -o lowerdir=layers/lower,upperdir=layers/upper,workdir=layers/work merged
      LATCHKEY_HOME=$PLACE/merged/home
      "$SECURITY" find-generic-password -s image -w
      for i in 1 2 3 4; do
        "$SECURITY" add-generic-password -a a -s "container $i" -w "$i" &
      done
      wait
      "$SECURITY" find-generic-password -s 'container 3' -w
      "$SECURITY" delete-generic-password -s image >/dev/null 2>&1
      "$SECURITY" verify-keychain | head -1
      (cd layers/lower/home; sha256sum -c ../../../before >/dev/null)
      LATCHKEY_HOME=$PLACE/layers/lower/home
      "$SECURITY" find-generic-password -s image -w
      """)
    #expect(run.errors == "")
    #expect(run.text == "from the image\n3\ngenp: 4 items\nfrom the image\n")
  }
}
