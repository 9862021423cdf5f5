import Testing

/// Where continuous integration runs, no place is left out.
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
