import Foundation
import TestSupport
import Testing

/// A copy of the checked-in folder of a user of `keychaind`, which an earlier build made.
@Suite(.serialized, .enabled(if: Place.hasOverlay && Place.hasUsers, "\(Place.needsOverlay)"))
struct EarlierServiceStoreTests {
  private static let fixtures =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/KeychainTests/Fixtures"

  /// The folders with a folder of `keychaind`: `store-3.0-2` and those of later versions.
  private static let versions =
    (try? FileManager.default.contentsOfDirectory(atPath: fixtures))?
    .filter { FileManager.default.fileExists(atPath: "\(fixtures)/\($0)/service") }.sorted() ?? []

  @Test func folderOfTheFirstVersionIsKept() { #expect(Self.versions.contains("store-3.0-2")) }

  /// The application and the other programs of the user find their items, and change them.
  @Test(arguments: versions) func userAndApplicationFindTheirItems(_ version: String) throws {
    let run = try DaemonPlace().runWithApplications(
      """
      echo "person-12351:x:12351:12351::$PLACE/person:/bin/false" >>/etc/passwd
      chown 12351:12351 "$PLACE/person"
      as_user() { setpriv --reuid 12351 --regid 12351 --clear-groups "$@"; }
      cp -R '\(Self.fixtures)/\(version)/service' "$PLACE/state/12351"
      chmod -R go-rwx "$PLACE/state/12351"
      chown -R 990:990 "$PLACE/state/12351"
      configure
      start
      as_user /run/app/ordinary-client find ordinary find protected
      as_user $app begin com.example.test find protected add new other '' find new
      as_user "$SECURITY" verify-keychain | tail -n 1
      """)
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 7, "\(run.text)\(run.errors)")
    #expect(lines.first == "secret")
    #expect(lines.dropFirst().first?.hasPrefix("-25300 ") == true)
    #expect(
      lines.dropFirst(2) == ["com.example.test 3 com.example.test", "secret", "ok", "other", "The keychain is intact."])
    #expect(run.status == 0)
  }
}
