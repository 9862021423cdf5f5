import TestSupport
import Testing

/// C and C++ programs, compiled as client programs are. Each program has its own keychain.
@Suite struct ProgramTests {
  @Test(arguments: [
    "items.c", "arguments.c", "objects.c", "keys.c", "older.c", "processes.c", "items.cpp",
    "callbacks.c", "failures.c", "application.c",
  ])
  func programFindsNothingWrong(_ program: String) throws {
    let outcome = try Workshop().run(program)
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
    #expect(outcome.ending == .status(0))
    #expect(outcome.errors == "")
  }

  @Test func oldestFunctionsFindNothingWrong() throws {
    let outcome = try Workshop().shell(
      """
      cd "$WORK"
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=Oldest -days 30 \\
        -addext subjectAltName=DNS:example.org -addext extendedKeyUsage=serverAuth \\
        -keyout key.pem -out certificate.pem 2>/dev/null
      openssl pkcs12 -export -inkey key.pem -in certificate.pem -passout pass:passphrase -out both.p12
      $CC "$PROGRAMS/oldest.c" $LIBS -o oldest
      ./oldest both.p12
      """)
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
    #expect(outcome.ending == .status(0))
    #expect(outcome.errors == "")
  }

  /// The program has constant strings at file scope. The program compiles only with the compiler option and the macro
  /// that docs/c-api.md names.
  @Test func constantStringsStandOutsideOfFunctions() throws {
    let outcome = try Workshop().shell(
      """
      if $CC "$PROGRAMS/file_scope.c" $LIBS -o "$WORK/program" 2>/dev/null; then echo compiled; fi
      $CC -fcf-runtime-abi=swift -DLATCHKEY_CONSTANT_CFSTR "$PROGRAMS/file_scope.c" $LIBS -o "$WORK/program"
      "$WORK/program"
      """)
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
    #expect(outcome.errors == "")
  }

  @Test func dictionariesOfAnythingGetAStatus() throws {
    let outcome = try Workshop().run("random.c", LongRuns.isOn ? "20000" : "2000")
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
  }

  @Test func keychainWithAPasswordIsLockedAndUnlocked() throws {
    let workshop = try Workshop()
    let outcome = try workshop.shell(
      """
      $CC "$PROGRAMS/locking.c" $LIBS -o "$WORK/locking"
      "$WORK/locking" || echo failed
      # Nor does the kernel keep a key of it.
      "$PRODUCTS/security" erase-keychain --yes >/dev/null
      """)
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
  }

  @Test func nobodyIsAskedWhereNobodyMayBe() throws {
    let outcome = try Workshop().shell(
      """
      cd "$WORK"
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=Guarded -days 30 \\
        -keyout key.pem -out certificate.pem 2>/dev/null
      openssl x509 -in certificate.pem -outform DER -out certificate.der
      openssl pkcs12 -export -inkey key.pem -in certificate.pem -passout pass:passphrase -out both.p12
      cat >pinentry <<'END'
      #!/bin/sh
      echo 'OK Pleased to meet you'
      while read -r command rest; do
        case $command in
          GETPIN) printf . >>"$(dirname "$0")/asked"; echo 'ERR 83886179 Operation cancelled <Pinentry>' ;;
          BYE) echo OK; exit 0 ;;
          *) echo OK ;;
        esac
      done
      END
      chmod 700 pinentry
      export LATCHKEY_PINENTRY="$WORK/pinentry" ASKED="$WORK/asked"
      $CC "$PROGRAMS/interaction.c" $LIBS -o interaction
      ./interaction both.p12 certificate.der || echo failed
      # Nor does the kernel keep a key of it.
      "$PRODUCTS/security" erase-keychain --yes >/dev/null
      """)
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
  }

  /// This test and the next test search the memory of a process. A sanitizer makes this memory too large, so both tests
  /// are skipped.
  @Test(.enabled(if: Workshop.sanitizer == nil)) func nothingIsLeftOfSecretsGivenBack() throws {
    let outcome = try Workshop().run("memory.c")
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
    #expect(outcome.ending == .status(0))
    #expect(outcome.errors == "")
  }

  @Test(.enabled(if: Workshop.sanitizer == nil)) func memoryStaysFlat() throws {
    let outcome = try Workshop().run("cycles.c", LongRuns.isOn ? "20000" : "2000")
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
  }
}
