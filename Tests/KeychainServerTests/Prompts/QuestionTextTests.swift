import Keychain
import Testing

@testable import KeychainServer

struct QuestionTextTests {
  private func texts(
    _ application: String?, _ grade: Grade, _ line: String = "/usr/bin/mail\0-x",
    _ question: PersonQuestion = PersonQuestion(.items)
  ) -> QuestionText.Texts {
    QuestionText(application: application, grade: grade, process: 42, commandLine: Array(line.utf8)).texts(question)
  }

  @Test func theTextSaysHowWellTheProgramIsKnown() {
    #expect(
      texts(nil, .userProgram).text
        == "A program that calls itself \"/usr/bin/mail\" (process 42, any program of yours can use this name) asks for "
        + "the passcode, to use protected items of your keychain.")
    let application = "com.example.mail"
    let begin = "The application \"com.example.mail\" "
    #expect(texts(application, .protectedProgram).text.hasPrefix("\(begin)(verified, process 42,"))
    #expect(texts(application, .sandbox).text.hasPrefix("\(begin)(as far as known, process 42,"))
    #expect(texts(nil, .userProgram, "").text.contains("calls itself \"unknown\""))
  }

  /// A line of the protocol of a pinentry has 1000 bytes, with three bytes for each line break.
  @Test func theLongestTextFitsIntoALine() {
    let long = String(repeating: "ä", count: 2000)
    let text = texts(long, .protectedProgram, long, PersonQuestion(.person, reason: long)).text
    #expect(text.utf8.count < 980)
    #expect(text.hasSuffix("...\""))
  }

  /// A terminal of 40 columns and 10 rows has room for two lines of 36 characters.
  @Test func theShortTextFitsIntoASmallTerminal() {
    for line in ["/usr/bin/mail", "a-program-with-a-long-name-that-nobody-can-remember", ""] {
      for application in [nil, "com.example.an-application-with-a-long-name"] {
        let short = texts(application, .userProgram, line, PersonQuestion(.person, reason: "no room for this")).short
        let words = short.split(separator: " ")
        #expect(words.prefix(2).joined(separator: " ").count <= 36, "\(short)")
        #expect(words.dropFirst(2).joined(separator: " ").count <= 36, "\(short)")
      }
    }
    #expect(texts(nil, .userProgram).short == "Unverified \"mail\" asks for the passcode: items.")
  }
}
