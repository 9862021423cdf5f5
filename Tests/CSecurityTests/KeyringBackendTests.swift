import Glibc
import TestSupport
import Testing

/// The backend for keyring in the folder Python, installed by pip.
@Suite struct KeyringBackendTests {
  private static let sources = "\(BuiltLibrary.package)/.build/python-sources"

  /// Installs the backend in a folder, and runs a script that can use these variables in addition to those of a
  /// workshop: `$SECURITY_TOOL`, `$SOURCES` (the unpacked Python packages) and `$PYTHONPATH`, with which Python finds
  /// the installed backend.
  private func run(_ script: String) throws -> Workshop.Outcome {
    try #require(
      access("\(Self.sources)/complete-2", F_OK) == 0,
      "The sources of keyring and pip are missing: run `make test-packages` on a machine with a network.")
    let workshop = try Workshop()
    try workshop.work.write(Array(Self.entitlements.utf8), to: "program.entitlements")
    return try workshop.shell(
      """
      /usr/bin/python3 - keyring pip pytest setuptools twine wheel <<CHECK || exit 98
      import importlib.util, sys
      missing = [name for name in sys.argv[1:] if not importlib.util.find_spec(name)]
      sys.exit(f"needs the Python packages {', '.join(missing)}: make test-packages" if missing else 0)
      CHECK
      export TMPDIR="$WORK" SOURCES=\(Self.sources) SECURITY_TOOL="$PRODUCTS/security"
      export NEWER_PIP="$SOURCES/pip" ENTITLEMENTS="$WORK/program.entitlements"
      cp -R "$PACKAGE/Python" "$WORK/source"
      cd "$WORK"
      /usr/bin/python3 -m pip --isolated --disable-pip-version-check install --quiet --root-user-action=ignore \\
        --no-index --no-deps --no-build-isolation --no-compile --target installed ./source
      export PYTHONPATH="$WORK/installed"
      # The package is pure Python.
      grep -qx 'Root-Is-Purelib: true' installed/latchkey_keyring-*.dist-info/WHEEL
      [ -z "$(find installed -type f ! -name '*.py' ! -path '*.dist-info/*')" ]
      tests() { /usr/bin/python3 -m pytest -q -p no:cacheprovider --rootdir "$WORK" "$@"; }
      \(script)
      """)
  }

  private static let entitlements = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
      <key>application-identifier</key><string>com.example.my-program</string>
    </dict></plist>
    """

  private func expectPassed(_ counts: [Int], _ outcome: Workshop.Outcome) {
    #expect(outcome.ending == .status(0), "\(outcome.text)\(outcome.errors)")
    let summaries = outcome.text.split(separator: "\n").filter { $0.contains(" in ") && $0.contains("passed") }
    #expect(summaries.map { $0.prefix { $0 != "," }.split(separator: " in ")[0] } == counts.map { "\($0) passed" })
  }

  /// Runs keyring's own tests for backends (15) and the tests of the backend with the keyring that the tests pin.
  @Test func testsOfKeyringAndOfTheBackend() throws {
    expectPassed(
      [34],
      try run(
        """
        export LD_LIBRARY_PATH="$PREFIX/lib" PYTHONPATH="$PYTHONPATH:$SOURCES/keyring"
        tests "$PROGRAMS/test_latchkey_keyring.py"
        """))
  }

  /// Runs keyring's tests for backends, pip and twine with the keyring of Debian.
  @Test func pipAndTwineWithTheKeyringOfDebian() throws {
    expectPassed(
      [12, 6],
      try run(
        """
        export LATCHKEY_SECURITY_LIBRARY="$LIBRARY"
        tests "$PROGRAMS/test_latchkey_keyring.py" -k TestBackend
        tests "$PROGRAMS/test_package_tools.py"
        """))
  }

  /// The version of the installed package is the version of the repository, as PEP 440 writes it.
  @Test func versionIsThatOfTheRepository() throws {
    let outcome = try run(
      """
      "$PACKAGE/scripts/version" --check
      installed=$(/usr/bin/python3 -c 'import importlib.metadata; print(importlib.metadata.version("latchkey-keyring"))')
      [ "$installed" = "$(sed 's/~dev$/.dev0/; s/~rc/rc/' "$PACKAGE/VERSION")" ] && echo same
      """)
    #expect(outcome.text == "same\n", "\(outcome.errors)")
  }
}
