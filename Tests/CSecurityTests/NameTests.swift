import TestSupport
import Testing

/// The library and the headers have exactly the expected names.
@Suite struct NameTests {
  @Test func constantsHaveTheirValues() throws {
    let workshop = try Workshop()
    let strings = try Vectors.constants()
    let numbers = try Vectors.statuses()
    #expect(strings.count > 370)
    #expect(numbers.count > 400)
    let others = try Vectors.numbers()
    #expect(others.count > 60)
    let macros = try Vectors.macros()
    #expect(macros.count == 6)
    let program =
      """
      #include "check.h"
      int main(void) {
        struct { CFStringRef constant; const char *value; } strings[] = {
      \(strings.map { "{\($0[0]), \"\($0[1])\"}," }.joined(separator: "\n"))
        };
        for (size_t index = 0; index < sizeof strings / sizeof *strings; index++) {
          CHECK(is_text(strings[index].constant, strings[index].value));
          CHECK(CFGetTypeID(strings[index].constant) == CFStringGetTypeID());
        }
      \(macros.map { "  CHECK(is_text(\($0[0]), \"\($0[1])\"));" }.joined(separator: "\n"))
        struct { OSStatus constant, value; } numbers[] = {
      \(numbers.map { "{\($0[0]), \($0[1])}," }.joined(separator: "\n"))
        };
        for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
          CHECK_STATUS(numbers[index].constant, numbers[index].value);
        }
        struct { uint32_t constant, value; } others[] = {
      \(others.map { "{(uint32_t)\($0[0]), \($0[1])u}," }.joined(separator: "\n"))
        };
        for (size_t index = 0; index < sizeof others / sizeof *others; index++) {
          CHECK(others[index].constant == others[index].value);
        }
        return report();
      }

      """
    try workshop.work.write(Array(program.utf8), to: "names.c")
    let outcome = try workshop.shell(
      "$CC -I\"$PROGRAMS\" \"$WORK/names.c\" $LIBS -o \"$WORK/names\"; \"$WORK/names\"")
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
  }

  @Test func libraryExportsWhatTheHeadersDeclare() throws {
    let outcome = try Workshop().shell(
      """
      nm -D --defined-only "$LIBRARY" | sed 's/.* //' | grep -E '^k?Sec|^kSOS|^k?Latchkey' | LC_ALL=C sort
      """)
    let constants = try Vectors.constants().map { $0[0] } + ["kSecRandomDefault"]
    let ours = [
      "LatchkeyBeginApplication", "LatchkeyCopyFailureCauseAdvice", "LatchkeyCopyFailureCauseName",
      "LatchkeyCopyLastFailureReason", "LatchkeyGetLastFailureCause",
      "LatchkeyGetLastFailureStatus",
    ]
    let expected = try (Vectors.functions() + constants + ours)
      .sorted()
    #expect(outcome.text.split(separator: "\n").map(String.init) == expected)
  }

  @Test func headersDeclareEveryFunctionOnce() throws {
    let outcome = try Workshop().shell(
      """
      cat "$PACKAGE"/Sources/CSecurity/include/Security/*.h | tr '\\n' ' ' |
        grep -oE 'extern [^;(]*\\bSec[A-Za-z0-9]+\\(' | sed -E 's/.*\\b(Sec\\w+)\\(/\\1/' | LC_ALL=C sort
      """)
    #expect(outcome.text.split(separator: "\n").map(String.init) == (try Vectors.functions()))
  }

  @Test func programsOfTheTestsCallEveryFunction() throws {
    let outcome = try Workshop().shell(
      "cat \"$PROGRAMS\"/*.c | grep -oE '\\bSec[A-Za-z0-9]+\\(' | tr -d '(' | LC_ALL=C sort -u")
    let called = Set(outcome.text.split(separator: "\n").map(String.init))
    let missing = try Vectors.functions().filter { !called.contains($0) }
    #expect(missing == [])
  }

  /// Each header can be included alone in C and C++. The header compiles without warnings, even with many warnings
  /// enabled.
  @Test func headersStandAlone() throws {
    let outcome = try Workshop().shell(
      """
      for header in "$PACKAGE"/Sources/CSecurity/include/Security/*.h; do
        name=${header##*/}
        echo "#include <Security/$name>" >"$WORK/one.c"
        cp "$WORK/one.c" "$WORK/one.cpp"
        $CC -Wconversion -Wdocumentation -fsyntax-only "$WORK/one.c"
        $CXX -Wconversion -fsyntax-only "$WORK/one.cpp"
        # Nor does a program have to know where Core Foundation lies.
        clang -fblocks -I"$PACKAGE/Sources/CSecurity/include" -Wall -Wextra -Werror -fsyntax-only \\
          "$WORK/one.c"
      done
      echo ok
      """)
    #expect(outcome.text == "ok\n", "\(outcome.errors)")
  }
}
