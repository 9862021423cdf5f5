import Foundation
import TestSupport
import Testing

/// Copies of the checked-in stores, which earlier builds made. A program reads, changes, deletes and adds each item.
///
/// An unlocked keychain is unlocked for all programs of the user, also for those that use another copy of it. The tests
/// therefore run one after the other.
@Suite(.serialized) struct EarlierStoreTests {
  private static let fixtures = "\(BuiltLibrary.package)/Tests/KeychainTests/Fixtures"

  /// The folders with stores that this build opens: `store-3.0` and those of later versions.
  private static let versions =
    (try? FileManager.default.contentsOfDirectory(atPath: fixtures))?
    .filter { FileManager.default.fileExists(atPath: "\(fixtures)/\($0)/plain") }.sorted() ?? []

  @Test func storesOfTheFirstVersionAreKept() {
    #expect(Self.versions.contains("store-3.0"))
    #expect(Self.otherVersions.contains("store-3.0-2"))
  }

  /// The folders with the other kinds of files: `store-3.0-2` and those of later versions.
  private static let otherVersions =
    (try? FileManager.default.contentsOfDirectory(atPath: fixtures))?
    .filter { FileManager.default.fileExists(atPath: "\(fixtures)/\($0)/home") }.sorted() ?? []

  /// Runs a script with a copy of a folder of `otherVersions`. The script can also use the variable `earlier`, the folder of
  /// the copy.
  private func run(_ version: String, withFilesOfHome script: String) throws -> Workshop.Outcome {
    try Workshop().shell(
      """
      earlier="$WORK/earlier" fixtures="\(Self.fixtures)/\(version)"
      mkdir "$earlier"
      cp -R "$fixtures/home" "$fixtures/disk" "$fixtures/backup" "$earlier/"
      chmod -R go-rwx "$earlier"
      sed -i "s|@EARLIER@|$earlier|" "$earlier"/home/keychains/preferences.plist "$earlier"/home/keychain-keys/*.paths
      export LATCHKEY_HOME="$earlier/home" CERTIFICATE="$fixtures/certificate.der"
      security() { "$PRODUCTS/security" "$@"; }
      trap 'export LATCHKEY_HOME="$earlier/home"; security lock-keychain -a' EXIT
      \(script)
      """)
  }

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

  @Test(arguments: otherVersions) func chunksAndAccessibilities(_ version: String) throws {
    let outcome = try run(
      version,
      withFilesOfHome: """
        $CC "$PROGRAMS/earlier_store.c" $LIBS -o "$WORK/earlier_store"
        if security find-generic-password -s large -w; then exit 1; fi
        (umask 077 && printf passcode >"$WORK/passcode")
        export LATCHKEY_PASSCODE_FILE="$WORK/passcode"
        security verify-keychain | tail -n 1
        # A search that finds nothing fails if a keychain of the search list is locked.
        security unlock-keychain -p '' local
        security unlock-keychain -p password "$earlier/disk/portable.keychain"
        "$WORK/earlier_store" use-more
        security verify-keychain | tail -n 1
        """)
    #expect(outcome.text == "The keychain is intact.\nok\nThe keychain is intact.\n", "\(outcome.errors)")
    #expect(outcome.ending == .status(0))
  }

  @Test(arguments: otherVersions) func keychainFilesAndSearchList(_ version: String) throws {
    let outcome = try run(
      version,
      withFilesOfHome: """
        security list-keychains | grep -v System.keychain | sed "s|$earlier|FOLDER|"
        if security find-generic-password -s in-local -w local; then exit 1; fi
        security unlock-keychain -p '' local
        security find-generic-password -s in-local -w local
        if security find-generic-password -s in-portable -w "$earlier/disk/portable.keychain"; then exit 1; fi
        security unlock-keychain -p password "$earlier/disk/portable.keychain"
        security find-generic-password -s in-portable -w
        security add-generic-password -s in-portable -a ben -w added "$earlier/disk/portable.keychain"
        security find-generic-password -s in-portable -a ben -w
        for keychain in local "$earlier/disk/portable.keychain"; do security verify-keychain "$keychain" | tail -n 1; done
        """)
    #expect(
      outcome.text == """
            "FOLDER/home/keychain.db"
            "FOLDER/home/keychains/local-db"
            "FOLDER/disk/portable.keychain"
        secret
        secret
        added
        The keychain is intact.
        The keychain is intact.

        """, "\(outcome.errors)")
    #expect(outcome.ending == .status(0))
  }

  @Test(arguments: otherVersions) func trustSettings(_ version: String) throws {
    let outcome = try run(
      version,
      withFilesOfHome: """
        security dump-trust-settings
        if security verify-cert -c "$CERTIFICATE" -p ssl >/dev/null 2>&1; then echo trusted; fi
        security remove-trusted-cert "$CERTIFICATE"
        security dump-trust-settings 2>&1 || :
        """)
    #expect(outcome.text.hasPrefix("Number of trusted certs = 1\nCert 0: certificate\n"), "\(outcome.errors)")
    #expect(outcome.text.contains("kSecTrustSettingsResultDeny"))
    #expect(!outcome.text.contains("\ntrusted\n"))
    #expect(outcome.text.hasSuffix("nothing was decided about any certificate\n"))
    #expect(outcome.ending == .status(0))
  }

  /// The items that are for one device only come back with the device key alone.
  @Test(arguments: otherVersions) func backup(_ version: String) throws {
    let outcome = try run(
      version,
      withFilesOfHome: """
        mkdir -m 700 "$WORK/another"
        export LATCHKEY_HOME="$WORK/another"
        if security import-keychain-backup -P wrong "$earlier/backup" 2>/dev/null; then exit 1; fi
        security import-keychain-backup -P passphrase "$earlier/backup" >/dev/null
        security find-generic-password -s large -w | wc -c
        for name in 'when unlocked' 'after first unlock' always; do security find-generic-password -s "$name" -w; done
        if security find-generic-password -s 'always, here' -w; then exit 1; fi
        security verify-keychain | tail -n 1
        """)
    #expect(outcome.text == "204801\nsecret\nsecret\nsecret\nThe keychain is intact.\n", "\(outcome.errors)")
    #expect(outcome.ending == .status(0))
  }
}
