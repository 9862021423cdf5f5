import Keychain
import KeychainCrypto
import KeychainModel
import TestSupport
import Testing

/// Items with an access control: they look locked until the person gives the proof that they require.
@Suite struct GuardedItemTests {
  private let place: ServicePlace

  init() throws { place = try ServicePlace() }

  /// Stores three items in the login keychain of the place, whose passcode is `passcode`: `presence` and `second` require
  /// the passcode, and `own` requires the application password `open`.
  private func storeItems() throws {
    let client = try KeychainClient.login(
      at: StoreLocation(home: place.folder("keychain")), as: Caller(accessGroups: [Caller.loginGroup]))
    defer { client.close() }
    try client.setPasscode(try Self.passcode("passcode"))
    let own = AccessProof(applicationPassword: try Self.passcode("open"))
    for (name, constraints, proof) in [
      ("presence", 1, nil), ("second", 1, nil), ("own", 1 << 31, own),
    ] as [(String, Int64, AccessProof?)] {
      let attributes = AttributeSet([
        .service: .string(name), .account: .string("anna"), .label: .string("Label of \(name)"),
        .accessGroup: .string(Caller.loginGroup), .accessible: .string("akpu"), .accessControl: .number(constraints),
      ])
      _ = try client.perform(
        .add(AddRequest(.genericPassword, attributes: attributes, secret: Array("secret of \(name)".utf8))),
        with: proof)
    }
  }

  private static func passcode(_ text: String) throws -> Passcode {
    try Array(text.utf8).withUnsafeBytes { bytes in try Passcode(bytes) }
  }

  @Test func theyAskOnceForEachProgram() throws {
    try storeItems()
    let outcome = try place.run("exec /usr/bin/python3 \"$CLIENTS/guarded_probe.py\"")
    #expect(outcome.status == 0 && outcome.output.contains("Ran 8 tests"), "\(outcome.output)")
  }

  /// libsecret unlocks what a search finds in the list of locked items.
  @Test func secretToolAsksForThem() throws {
    try storeItems()
    let outcome = try place.run(
      #"""
      set -e
      printf 'passcode\n' >"$PINENTRY_ANSWERS"
      "$SECURITY_TOOL" unlock-keychain -p passcode
      test "$(secret-tool lookup service presence username anna)" = 'secret of presence'
      grep -c 'secret-tool" asks for the passcode' "$PINENTRY_LOG"
      echo - >"$PINENTRY_ANSWERS"
      ! secret-tool lookup service presence
      # An item with the same attributes is another item.
      printf mine | secret-tool store --label=Mine service presence username anna
      test "$(secret-tool lookup service presence username anna)" = mine
      """#)
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
