import TestSupport
import Testing

/// The script that starts systemd in a container, for the tests of `keychaind`. The start of systemd empties `/tmp`, so it
/// must never start in the root file system of the machine.
@Suite(.enabled(if: Place.hasMounts, "\(Place.needsMounts)")) struct ContainerTests {
  private let place: Place

  init() throws { place = try Place() }

  /// Instead of the overlay, the root of the container gets another file system. `systemd-nspawn` only makes a file.
  @Test func systemdStartsOnlyInAnOverlay() throws {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let run = try place.run(
      """
      mkdir "$PLACE/programs" "$PLACE/temporary"
      cat > "$PLACE/programs/mount" <<'END'
      #!/bin/sh
      for target in "$@"; do :; done
      case "$*" in
        *overlay*) /bin/mount -t tmpfs none "$target" && mkdir -p "$target/etc/systemd/system" ;;
        *) exec /bin/mount "$@" ;;
      esac
      END
      printf '#!/bin/sh\\n: > "%s"\\n' "$PLACE/started" > "$PLACE/programs/systemd-nspawn"
      chmod 755 "$PLACE/programs/"*
      PATH="$PLACE/programs:$PATH" TMPDIR="$PLACE/temporary" '/\(root)/scripts/with-systemd' "$PLACE" true ||
        echo "status $?"
      ls "$PLACE" "$PLACE/temporary"
      """)
    #expect(run.text.hasPrefix("status 1\n"), "\(run.text)")
    #expect(!run.text.contains("started"), "\(run.text)")
    #expect(run.text.hasSuffix("temporary:\n"), "\(run.text)")
    #expect(run.errors.contains("the root of the container is no overlay"), "\(run.errors)")
  }
}
