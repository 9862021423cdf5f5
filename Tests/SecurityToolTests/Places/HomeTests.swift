import Glibc
import Testing

/// The location of the keychain when there is no usable home folder.
@Suite struct HomeTests {
  private let place: Place

  init() throws { place = try Place() }

  private let add = "\"$SECURITY\" add-generic-password -a a -s s -w w"

  private func expectRefusal(_ run: Tool.Outcome, _ sentence: String) {
    #expect(run.status == 53)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }

  @Test(.enabled(if: Place.hasUsers, "\(Place.needsUsers)"))
  func noHomeAndNoAccount() throws {
    expectRefusal(
      try place.run("as_user env -u HOME -u LATCHKEY_HOME \(add)"),
      "neither LATCHKEY_HOME nor HOME is set, and user 12345 has no account")
  }

  @Test(.enabled(if: Place.hasUsers, "\(Place.needsUsers)"))
  func folderThatIsNamedNeedsNeitherHomeNorAccount() throws {
    let run = try place.run(
      """
      mkdir -m 700 "$LATCHKEY_HOME"
      chown 12345:12345 "$LATCHKEY_HOME"
      as_user env -u HOME \(add)
      as_user env -u HOME "$SECURITY" find-generic-password -s s -w
      """)
    #expect(run.text == "w\n")
    #expect(run.errors == "")
  }

  /// A missing home folder is not created, not even by root.
  @Test(arguments: ["/nonexistent", "/nonexistent/below"])
  func homeThatIsNotThere(_ home: String) throws {
    expectRefusal(
      try place.run("env -u LATCHKEY_HOME HOME=\(home) \(add)"),
      "HOME is \(home), which is not there. Set LATCHKEY_HOME")
    #expect(access("/nonexistent", F_OK) != 0)
  }

  @Test func relativePaths() throws {
    expectRefusal(
      try place.run("cd \"$PLACE\"; env -u LATCHKEY_HOME HOME=home \(add)"),
      "HOME is no absolute path")
    expectRefusal(
      try place.run("cd \"$PLACE\"; LATCHKEY_HOME=home \(add)"),
      "LATCHKEY_HOME must be an absolute path")
    #expect(access(place.home, F_OK) != 0)
  }

  @Test(.enabled(if: Place.hasUsers, "\(Place.needsUsers)"))
  func homeThatMayNotBeWritten() throws {
    expectRefusal(
      try place.run("as_user env -u LATCHKEY_HOME HOME=\"$PLACE\" \(add)"),
      "cannot create \(place.folder.path)/.local/share/latchkey: Permission denied")
  }
}
