import TestSupport
import Testing

/// The keyring package of Python with its backend for macOS, which uses the library through `ctypes`.
@Suite struct KeyringTests {
  @Test func itsOwnTestsPass() throws {
    let outcome = try Workshop().shell(
      """
      /usr/bin/python3 -c 'import keyring, pytest' || {
        echo "needs python3-keyring and python3-pytest: make test-packages" >&2
        exit 98
      }
      cd "$WORK"
      /usr/bin/python3 -m pytest -q -p no:cacheprovider -o addopts= --rootdir "$WORK" \\
        "$PROGRAMS/test_keyring.py" | tee out
      tail -1 out | sed 's/ in .*//' >last
      """)
    #expect(outcome.ending == .status(0), "\(outcome.errors)")
    let last = outcome.text.split(separator: "\n").last ?? ""
    let count = Int(last.split(separator: " ").first ?? "") ?? 0
    #expect(count >= 12 && last.contains(" passed in "), "\(outcome.text)")
    #expect(!last.contains("skipped") && !last.contains("failed") && !last.contains("xfailed"))
  }
}
