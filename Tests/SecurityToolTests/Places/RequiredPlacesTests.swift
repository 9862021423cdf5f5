import TestSupport
import Testing

/// Fails if this machine cannot provide the environments of the other suites. Without this suite, the tests in these
/// environments would be skipped silently.
@Suite struct RequiredPlacesTests {
  /// The tests of attacks use these environments.
  @Test(.enabled(if: AttackPrerequisites.areRequired || Place.areRequired, "make test-unprivileged"))
  func everyPlaceOfAttacksCanBeMade() {
    #expect(Place.hasMounts, "\(AttackPrerequisites.sentence("mounts in a namespace of their own"))")
    #expect(Place.hasUsers, "\(AttackPrerequisites.sentence("users that root may become"))")
    #expect(Place.hasOverlay, "\(AttackPrerequisites.sentence("overlay file systems"))")
    #expect(Place.hasUserNamespaces, "\(AttackPrerequisites.sentence("user namespaces"))")
  }

  @Test(.enabled(if: Place.areRequired, "asked for with LATCHKEY_PLACES=required"))
  func everyOtherPlaceCanBeMade() {
    #expect(UnitTests.hasAnalyze && UnitTests.hasCreds, "systemd is not installed")
  }
}
