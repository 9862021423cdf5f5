import Testing

/// Fails if `LATCHKEY_PLACES` requires the environments of the other suites, but this machine cannot provide the
/// environments. Without this suite, the tests in these environments would be skipped silently.
@Suite(.enabled(if: Place.areRequired, "asked for with LATCHKEY_PLACES=required"))
struct RequiredPlacesTests {
  @Test func everyPlaceCanBeMade() {
    #expect(Place.hasMounts, "\(Place.needsMounts)")
    #expect(Place.hasUsers, "\(Place.needsUsers)")
    #expect(Place.hasOverlay, "\(Place.needsOverlay)")
    #expect(UnitTests.hasAnalyze && UnitTests.hasCreds, "systemd is not installed")
    #expect(Place.hasUserNamespaces, "\(Place.needsUserNamespaces)")
  }
}
