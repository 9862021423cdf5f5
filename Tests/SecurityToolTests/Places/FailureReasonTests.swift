import Glibc
import Testing

/// The error message names the problem that the user must solve.
@Suite struct FailureReasonTests {
  private let place: Place

  init() throws { place = try Place() }

  private let add = "\"$SECURITY\" add-generic-password -a a -s s -w w"

  /// `sudo -E` and jobs in containers run the tool as root with the home folder of another user.
  @Test(.enabled(if: geteuid() == 0, "needs root")) func rootMakesNothingInTheHomeOfAUser() throws {
    let run = try place.run(
      """
      mkdir -m 755 "$PLACE/anna"
      chown 12345:12345 "$PLACE/anna"
      env -u LATCHKEY_HOME HOME="$PLACE/anna" \(add) || echo $?
      find "$PLACE/anna" -mindepth 1
      """)
    #expect(run.text == "53\n", "\(run.text)")
    #expect(
      run.errors.contains(
        "HOME is \(place.folder.path)/anna, which belongs to user 12345, not to user 0. Set LATCHKEY_HOME"
      ),
      "\(run.errors)")
  }

  @Test(.enabled(if: Place.hasUsers, "\(Place.needsUsers)"), arguments: ["0770", "0777"])
  func folderThatOthersMayWriteIsNamed(_ mode: String) throws {
    let run = try place.run(
      """
      mkdir "$PLACE/open"
      chmod \(mode) "$PLACE/open"
      chown 12345:12345 "$PLACE/open"
      LATCHKEY_HOME=$PLACE/open/between/keychain
      as_user \(add) || echo $?
      find "$PLACE/open" -mindepth 1
      chmod go-w "$PLACE/open"
      as_user \(add) && echo added
      """)
    #expect(run.text == "53\nadded\n", "\(run.text)")
    #expect(run.errors.contains("chmod go-w \(place.folder.path)/open)"), "\(run.errors)")
  }

  /// The tool accepts folders that belong to root, and also accepts volumes of containers. The tool does not change the
  /// permissions of such a folder or volume.
  @Test(.enabled(if: Place.hasUsers && Place.hasMounts, "\(Place.needsMounts)"))
  func foldersOfRootAndVolumesStay() throws {
    let run = try place.run(
      in: "--mount",
      """
      mkdir "$PLACE/sticky" "$PLACE/group" "$PLACE/volume"
      chmod 1777 "$PLACE/sticky"
      chmod 0775 "$PLACE/group"
      mkdir -m 700 "$PLACE/group/keychain"
      chown 12345:12345 "$PLACE/group/keychain"
      mount -t tmpfs -o mode=0777,uid=54321 none "$PLACE/volume"
      for folder in sticky group volume; do
        LATCHKEY_HOME=$PLACE/$folder/keychain
        as_user \(add) && echo $folder
      done
      """)
    #expect(run.text == "sticky\ngroup\nvolume\n", "\(run.errors)")
  }

  /// `useradd` creates a group for each user, in which the user is the only member. Some systems make home folders
  /// writable by this group.
  @Test(.enabled(if: Place.hasUsers && Place.hasMounts, "\(Place.needsMounts)"))
  func groupThatIsTheUsersAloneMayWrite() throws {
    let run = try place.run(
      in: "--mount",
      """
      mkdir -m 775 "$PLACE/folder"
      chown 12345:12345 "$PLACE/folder"
      try() {
        printf 'root:x:0:0::/:/bin/sh\\nanna:x:12345:12345::/:/bin/sh\\n%b' "$2" >"$PLACE/passwd"
        printf 'root:x:0:\\nanna:x:12345:%b\\n' "$3" >"$PLACE/group"
        chmod 644 "$PLACE/passwd" "$PLACE/group"
        LATCHKEY_HOME=$PLACE/folder/$1
        if as_user \(add) 2>/dev/null; then echo "$1: added"; else echo "$1: $?"; fi
      }
      touch "$PLACE/passwd" "$PLACE/group"
      mount --bind "$PLACE/passwd" /etc/passwd
      mount --bind "$PLACE/group" /etc/group
      try alone '' ''
      try member 'bert:x:12346:12346::/:/bin/sh\\n' bert
      try primary 'bert:x:12346:12345::/:/bin/sh\\n' ''
      try other 'bert:x:12346:12346::/:/bin/sh\\n' ''
      """)
    #expect(
      run.text == "alone: added\nmember: 53\nprimary: 53\nother: added\n",
      "\(run.text)\(run.errors)")
  }

  /// The message about an unusable passcode file is printed although no log is configured. A process prints the message
  /// only once for all its calls.
  @Test(arguments: [
    ("$PLACE/missing", "is not there"), ("relative", "LATCHKEY_PASSCODE_FILE"),
    ("$PLACE/open", "is open to others"), ("$PLACE/wrong", "the passcode is wrong"),
  ])
  func passcodeFileThatIsOfNoUseIsToldOnce(_ path: String, _ words: String) throws {
    let run = try place.run(
      """
      printf wrong >"$PLACE/wrong"
      printf right >"$PLACE/open"
      chmod 600 "$PLACE/wrong"
      chmod 644 "$PLACE/open"
      \(add)
      "$SECURITY" set-keychain-password -p right
      "$SECURITY" lock-keychain
      export LATCHKEY_PASSCODE_FILE="\(path)"
      printf 'find-generic-password -s s -w\\nfind-generic-password -s s -w\\n' |
        "$SECURITY" -i 2>"$PLACE/errors" || true
      grep -c 'the passcode that this process was given does not unlock the keychain' "$PLACE/errors"
      grep -v 'that this process was given' "$PLACE/errors"
      """)
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "1", "\(run.text)\(run.errors)")
    #expect(lines.dropFirst().filter { $0.contains(words) }.count == 2, "\(run.text)")
  }
}
