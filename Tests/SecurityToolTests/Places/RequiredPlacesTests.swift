import Testing

/// In continuous integration, no test of an environment is skipped.
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
