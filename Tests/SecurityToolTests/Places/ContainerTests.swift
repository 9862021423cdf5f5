import TestSupport
import Testing

/// The script that starts systemd in a container, for the tests of `keychaind`. The start of systemd empties `/tmp`, so it
/// must never start in the root file system of the machine.
@Suite(.enabled(if: Place.hasMounts, "\(Place.needsMounts)")) struct ContainerTests {
  private let place: Place

  init() throws { place = try Place() }

  /// Runs the script with another program `mount`, and with a program `systemd-nspawn` that only makes a file.
  private func run(mount: String) throws -> Tool.Outcome {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return try place.run(
      """
      mkdir "$PLACE/programs"
      cat > "$PLACE/programs/mount" <<'END'
      #!/bin/sh
      \(mount)
      END
      printf '#!/bin/sh\\n: > "%s"\\n' "$PLACE/started" > "$PLACE/programs/systemd-nspawn"
      chmod 755 "$PLACE/programs/"*
      mkdir "$PLACE/temporary"
      PATH="$PLACE/programs:$PATH" TMPDIR="$PLACE/temporary" '/\(root)/scripts/with-systemd' "$PLACE" true ||
        echo "status $?"
      ls "$PLACE" "$PLACE/temporary"
      """)
  }

  private func expectRefusal(_ run: Tool.Outcome) {
    #expect(run.text.hasPrefix("status 1\n"), "\(run.text)")
    #expect(!run.text.contains("started"), "\(run.text)")
    #expect(run.text.hasSuffix("temporary:\n"), "\(run.text)")
    #expect(run.errors.contains("with-systemd: "), "\(run.errors)")
  }

  @Test func systemdDoesNotStartWithoutTheMountsOfItsContainer() throws {
    expectRefusal(try run(mount: "exit 0"))
  }

  @Test func systemdDoesNotStartInTheRootOfTheMachine() throws {
    expectRefusal(
      try run(
        mount: """
          for target in "$@"; do :; done
          case "$*" in
            *overlay*) exec /bin/mount --bind / "$target" ;;
            *) exec /bin/mount "$@" ;;
          esac
          """))
  }
}
