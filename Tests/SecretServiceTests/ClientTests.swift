import Foundation
import TestSupport
import Testing

/// Runs unmodified clients against the built service.
@Suite struct ClientTests {
  private let place: ServicePlace

  init() throws { place = try ServicePlace() }

  /// The number of tests that a Python program ran; nil unless all of them passed.
  private static func passed(_ outcome: ServicePlace.Outcome) -> Int? {
    guard outcome.status == 0, let line = outcome.output.split(separator: "\n").first(where: { $0.hasPrefix("Ran ") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  // MARK: The interface

  @Test func everythingThatAClientCanRelyOn() throws {
    let outcome = try place.run("exec /usr/bin/python3 \"$CLIENTS/probe.py\"")
    #expect(try #require(Self.passed(outcome), "\(outcome.output)") >= 62)
  }

  @Test func lockedCollectionsAndPrompts() throws {
    let outcome = try place.run(
      "exec /usr/bin/python3 \"$CLIENTS/locked_probe.py\"",
      before: "\"$SECURITY_TOOL\" create-keychain -p passcode login.keychain || exit 1")
    #expect(try #require(Self.passed(outcome), "\(outcome.output)") >= 21)
  }

  @Test func libsecretKnowsWhatIsLocked() throws {
    let outcome = try place.run(
      "exec /usr/bin/python3 \"$CLIENTS/libsecret_probe.py\"",
      before: "\"$SECURITY_TOOL\" create-keychain -p passcode login.keychain || exit 1")
    #expect(Self.passed(outcome) == 3, "\(outcome.output)")
  }

  /// The same with a login keychain in keychaind.
  @Test func withKeychaind() throws {
    guard getuid() == 0 else {
      // LATCHKEY_PLACES=required: a test that cannot run fails.
      #expect(ProcessInfo.processInfo.environment["LATCHKEY_PLACES"] == nil, "keychaind requires root")
      return
    }
    let outcome = try place.run(
      """
      set -e
      unset LATCHKEY_HOME
      /usr/bin/python3 "$CLIENTS/probe.py" Items KeychainItems Aliases Portal
      "$SECURITY_TOOL" set-keychain-password -p passcode
      "$SECURITY_TOOL" lock-keychain
      # Without an agent nobody is asked, also not by the pinentry of this process.
      printf secret | timeout 20 secret-tool store --label=x a 1 && exit 1
      test ! -e "$PINENTRY_LOG"
      . "$CLIENTS/start-agent.sh"
      tests=
      for test in what_is_locked_shows_nothing a_dismissed_question a_wrong_passcode_is_asked_for_again \\
        the_question_names_the_program_and_the_collection a_question_holds_nobody_up \\
        a_prompt_ends_with_its_connection collections_are_made_and_deleted a_lock_by_another_program_counts; do
        tests="$tests LockedTest.test_$test"
      done
      /usr/bin/python3 "$CLIENTS/locked_probe.py" $tests
      grep -q 'calls itself "[^"]*latchkey-secret-service"' "$PINENTRY_LOG.all"
      """, usesKeychaind: true)
    #expect(Self.passed(outcome) != nil, "\(outcome.output)")
    #expect(outcome.output.contains("Ran 8 tests"), "\(outcome.output)")
  }

  @Test func theQuestionAboutEachProgram() throws {
    let outcome = try place.run(
      #"""
      "$SECRET_SERVICE_PROGRAM" --ask &
      service=$!
      trap 'kill $service; wait $service' EXIT
      until busctl --user status org.freedesktop.secrets >/dev/null 2>&1; do sleep 0.05; done
      /usr/bin/python3 "$CLIENTS/ask_probe.py"
      """#, hasService: false)
    #expect(Self.passed(outcome) == 1, "\(outcome.output)")
  }

  @Test func programsThatThePersonHasNotAllowed() throws {
    let outcome = try place.run(
      #"""
      "$SECURITY_TOOL" create-keychain -p passcode login.keychain || exit 1
      "$SECRET_SERVICE_PROGRAM" --ask &
      service=$!
      trap 'kill $service; wait $service' EXIT
      until busctl --user status org.freedesktop.secrets >/dev/null 2>&1; do sleep 0.05; done
      /usr/bin/python3 "$CLIENTS/undecided_probe.py"
      """#, hasService: false)
    #expect(Self.passed(outcome) == 6, "\(outcome.output)")
  }

  @Test func largeRepliesAndManyCalls() throws {
    let outcome = try place.run(
      "exec /usr/bin/python3 \"$CLIENTS/limits_probe.py\" Sizes Replacing Unusable Load Ending")
    #expect(Self.passed(outcome) == 6, "\(outcome.output)")
  }

  @Test func acknowledgedChangesSurviveKills() throws {
    let outcome = try place.run("exec /usr/bin/python3 \"$CLIENTS/kill_probe.py\" 8", hasService: false)
    #expect(outcome.status == 0 && outcome.output.contains("stored "), "\(outcome.output)")
  }

  @Test func itemsOfOtherGroupsAreNotShown() throws {
    let outcome = try place.run(
      #"""
      set -e
      printf 'name,url,username,password\nx,https://x.org,u,p\n' >"$TMPDIR/passwords.csv"
      "$SECURITY_TOOL" import-passwords --from csv "$TMPDIR/passwords.csv" --access-group other --apply
      "$SECURITY_TOOL" ls --access-group other | grep -q x
      /usr/bin/python3 - <<CLIENT
      import sys
      sys.path.insert(0, "$CLIENTS")
      from service_client import *
      with Client() as client:
          assert client.search({}) == ([], []), client.search({})
          assert client.get(LOGIN, "Collection", "Items") == []
      CLIENT
      """#)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func theServiceCannotBeInspected() throws {
    let outcome = try place.run(
      #"""
      # The kernel gives the files of such a process to root. Root itself may inspect every process.
      test "$(stat -c %U:%G "/proc/$SECRET_SERVICE_PROCESS/environ")" = root:root
      grep -q '^Max core file size  *0 ' "/proc/$SECRET_SERVICE_PROCESS/limits"
      """#)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  // MARK: libsecret

  @Test func secretTool() throws {
    let outcome = try place.run(
      #"""
      set -e
      printf 'line 1\nline 2\n' | secret-tool store --label=Mail service imap username anna
      test "$(secret-tool lookup service imap username anna; echo .)" = "$(printf 'line 1\nline 2\n.')"
      test "$(secret-tool lookup username anna; echo .)" = "$(printf 'line 1\nline 2\n.')"
      test "$("$SECURITY_TOOL" find-generic-password -s imap -a anna -g 2>&1 | grep -c 0x6C696E65)" = 1
      # The same attributes replace the secret. Fewer attributes do not.
      printf second | secret-tool store --label=Mail service imap username anna
      printf third | secret-tool store --label=Mail service imap
      test "$(secret-tool lookup service imap username anna)" = second
      "$SECURITY_TOOL" add-generic-password -s web -a bob -l Web -w native
      test "$(secret-tool lookup service web username bob)" = native
      secret-tool search --all username bob 2>&1 | grep -q 'label = Web'
      secret-tool clear service web username bob
      ! "$SECURITY_TOOL" find-generic-password -s web -a bob
      ! secret-tool lookup service web username bob
      """#)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func secretToolWithALockedCollection() throws {
    let outcome = try place.run(
      #"""
      set -e
      printf secret | secret-tool store --label=Mail service imap
      "$SECURITY_TOOL" lock-keychain
      test "$(secret-tool lookup service imap)" = secret
      "$SECURITY_TOOL" lock-keychain
      printf 'new' | secret-tool store --label=Mail service imap
      test "$(secret-tool lookup service imap)" = new
      "$SECURITY_TOOL" lock-keychain
      echo - >"$PINENTRY_ANSWERS"
      ! secret-tool lookup service imap
      """#, before: "\"$SECURITY_TOOL\" create-keychain -p passcode login.keychain || exit 1")
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  // MARK: SecretStorage and keyring

  private func requireSources() throws {
    try #require(
      FileManager.default.fileExists(atPath: SourceTree.path(".build/python-sources/complete-2")),
      "The sources of SecretStorage and keyring are missing: run `make test-packages` on a machine with a network.")
  }

  @Test func testsOfSecretStorage() throws {
    try requireSources()
    let outcome = try place.run(
      """
      cp -r "$SOURCES/secretstorage" "$TMPDIR/secretstorage" && cd "$TMPDIR/secretstorage" &&
        exec /usr/bin/python3 tests/run_tests.py "$CLIENTS/named_service.py"
      """, hasService: false)
    #expect(try #require(Self.passed(outcome), "\(outcome.output)") == 27)
    #expect(!outcome.output.contains("skipped"), "\(outcome.output)")
  }

  @Test func testsOfKeyring() throws {
    try requireSources()
    let outcome = try place.run(
      """
      cat >"$TMPDIR/test_service.py" <<TEST
      from keyring.backends import SecretService
      from keyring.testing.backend import BackendBasicTests


      class TestService(BackendBasicTests):
          def init_keyring(self):
              return SecretService.Keyring()
      TEST
      export PYTHONPATH="$SOURCES/keyring:$SOURCES/secretstorage"
      exec /usr/bin/python3 -m pytest -q -p no:cacheprovider "$TMPDIR/test_service.py"
      """)
    #expect(outcome.status == 0 && outcome.output.contains("15 passed"), "\(outcome.output)")
  }
}
