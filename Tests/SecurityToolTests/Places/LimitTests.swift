import Testing

/// Containers without permission to lock memory.
@Suite(.enabled(if: Place.hasUsers, "\(Place.needsUsers)")) struct LimitTests {
  /// The test uses another user than root, because root may lock any amount of memory.
  @Test func memoryThatCannotBeLocked() throws {
    let place = try Place()
    let run = try place.run(
      """
      mkdir -m 700 "$LATCHKEY_HOME"
      chown 12345:12345 "$LATCHKEY_HOME"
      limited() { as_user prlimit --memlock=0 "$SECURITY" "$@"; }
      limited add-generic-password -a a -s s -w w
      limited find-generic-password -s s -w
      limited verify-keychain | tail -1
      limited -v show-keychain-info 2>&1 | grep '^memory'
      as_user "$SECURITY" -v show-keychain-info 2>&1 | grep -c '^memory' || true
      """)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.text == "w\nThe keychain is intact.\n"
        + "memory:     memory cannot be locked (ulimit -l): keys may get into swap space\n0\n")
  }
}
