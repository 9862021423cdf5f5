import Keychain
import Testing

@testable import KeychainServer

struct QuestionTextTests {
  private func text(
    _ application: String?, _ grade: Grade, _ line: String = "/usr/bin/mail\0-x", _ question: PersonQuestion = PersonQuestion(.items)
  ) -> String {
    QuestionText(application: application, grade: grade, process: 42, commandLine: Array(line.utf8)).text(question)
  }

  @Test func theTextSaysHowWellTheProgramIsKnown() {
    #expect(
      text(nil, .userProgram)
        == "A program that calls itself \"/usr/bin/mail\" (process 42, any program of yours can use this name) asks for the "
        + "passcode, to use protected items of your keychain.")
    #expect(text("com.example.mail", .protectedProgram).hasPrefix("The application \"com.example.mail\" (verified, process 42,"))
    #expect(text("com.example.mail", .sandbox).hasPrefix("The application \"com.example.mail\" (as far as known, process 42,"))
    #expect(text(nil, .userProgram, "").contains("calls itself \"unknown\""))
  }

  /// A line of the protocol of a pinentry has 1000 bytes, with three bytes for each line break.
  @Test func theLongestTextFitsIntoALine() {
    let long = String(repeating: "ä", count: 2000)
    let text = text(long, .protectedProgram, long, PersonQuestion(.person, reason: long))
    #expect(text.utf8.count < 980)
    #expect(text.hasSuffix("...\""))
  }
}
