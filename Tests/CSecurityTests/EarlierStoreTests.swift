import Foundation
import TestSupport
import Testing

/// Copies of the checked-in stores, which earlier builds made. A program reads, changes, deletes and adds each item.
@Suite struct EarlierStoreTests {
  private static let fixtures = "\(BuiltLibrary.package)/Tests/KeychainTests/Fixtures"

  /// The folders with stores that this build opens: `store-3.0` and those of later versions.
  private static let versions =
    (try? FileManager.default.contentsOfDirectory(atPath: fixtures))?
    .filter { FileManager.default.fileExists(atPath: "\(fixtures)/\($0)/plain") }.sorted() ?? []

  @Test func storesOfTheFirstVersionAreKept() { #expect(Self.versions.contains("store-3.0")) }

  /// Runs a script that can use the function `use`, which runs the program on a copy of a store, and `security`.
  private func run(_ version: String, store: String, _ script: String) throws -> Workshop.Outcome {
    try Workshop().shell(
      """
      fixtures="\(Self.fixtures)/\(version)"
      cp "$fixtures/\(store)"/* "$LATCHKEY_HOME/"
      chmod 600 "$LATCHKEY_HOME"/*
      export CERTIFICATE="$fixtures/certificate.der" REFERENCE="$fixtures/\(store).reference"
      # The pinentry answers every question with `passcode`, and writes the questions to a file beside it.
      cp "$PACKAGE/Tests/SecretServiceTests/Clients/pinentry.sh" "$WORK/"
      export LATCHKEY_PINENTRY="$WORK/pinentry.sh"
      security() { "$PRODUCTS/security" "$@"; }
      use() { "$WORK/earlier_store" use "$@"; }
      $CC "$PROGRAMS/earlier_store.c" $LIBS -o "$WORK/earlier_store"
      \(script)
      """)
  }

  @Test(arguments: versions) func storeWithoutAPasscode(_ version: String) throws {
    let outcome = try run(
      version, store: "plain",
      """
      security verify-keychain | tail -n 1
      security find-generic-password -s generic -w
      use
      security verify-keychain | tail -n 1
      security find-generic-password -s generic -w
      """)
    #expect(
      outcome.text == """
        The keychain is intact.
        secret
        ok
        The keychain is intact.
        added

        """, "\(outcome.errors)")
    #expect(outcome.ending == .status(0))
  }

  @Test(arguments: versions) func storeWithAPasscode(_ version: String) throws {
    let outcome = try run(
      version, store: "passcode",
      """
      if security find-generic-password -s generic -w; then exit 1; fi
      (umask 077 && printf passcode >"$WORK/passcode")
      export LATCHKEY_PASSCODE_FILE="$WORK/passcode"
      use passcode
      test -s "$WORK/questions"
      security verify-keychain | tail -n 1
      security find-generic-password -s generic -w
      """)
    #expect(outcome.text == "ok\nThe keychain is intact.\nadded\n", "\(outcome.errors)")
    #expect(outcome.ending == .status(0))
  }
}
