import Foundation
import Glibc
import TestSupport
import Testing

/// Fails if this machine cannot run the tests of attacks. Without this suite, these tests would be skipped silently.
@Suite(.enabled(if: AttackPrerequisites.areRequired, "make test-unprivileged")) struct PrerequisiteTests {
  /// Something that the tests of attacks need, and a script that fails without it. `$1` is a folder of the test.
  struct Prerequisite: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String

    var testDescription: String { name }
  }

  private static let asUser = "setpriv --reuid \(TestService.user) --regid \(TestService.user) --clear-groups"

  private static let prerequisites = [
    Prerequisite(name: "root", script: "[ $(id -u) = 0 ]"),
    Prerequisite(name: "users that root may become", script: "[ $(\(asUser) id -u) = \(TestService.user) ]"),
    Prerequisite(
      name: "mounts in a namespace of their own", script: "unshare --mount mount -t tmpfs none \"$1\""),
    Prerequisite(
      name: "process namespaces with a writable ns_last_pid",
      script: """
        unshare --pid --fork --mount --mount-proc /bin/sh -euc '
          echo 1000 > /proc/sys/kernel/ns_last_pid
          true &
          [ $! = 1001 ]
          wait'
        """),
    Prerequisite(name: "user namespaces of users", script: "\(asUser) unshare --user --map-root-user --mount true"),
    Prerequisite(
      name: "a temporary folder in which the set-group-ID bit has an effect",
      script: """
        cp /usr/bin/id "$1/id"
        chown 0:40001 "$1/id"
        chmod 2755 "$1/id"
        [ $(\(asUser) "$1/id" -g) = 40001 ]
        """),
  ]

  @Test(arguments: prerequisites) func theMachineHas(_ prerequisite: Prerequisite) throws {
    let folder = try TemporaryDirectory()
    chmod(folder.path, 0o755)
    let process = try ChildProcess(
      "/bin/sh", ["-euc", prerequisite.script, "sh", folder.path], environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"],
      descriptors: [0, 1, 2])
    #expect(try process.wait() == .status(0), "\(AttackPrerequisites.sentence(prerequisite.name))")
  }

  /// The Makefile runs the tests with scripts/with-private-tmp. The sockets and manifests of the tests are in `/tmp`, where
  /// other users must not reach them.
  @Test(.enabled(if: getenv("LATCHKEY_PRIVATE_TMP") != nil, "the Makefile runs the tests in a mount namespace"))
  func theTemporaryFolderIsInAMountNamespace() throws {
    let mounts = try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8).split(separator: "\n")
    // The fourth word is the folder of the file system, and the fifth one the place of the mount.
    let folders = mounts.map { $0.split(separator: " ") }.filter { $0.count > 4 && $0[4] == "/tmp" }.map { $0[3] }
    #expect(folders.last?.contains("/latchkey-tests-") == true, "\(folders)")
  }
}
