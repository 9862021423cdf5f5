import Keychain
import KeychainModel
import KeychainTransport

/// The text of a question to a person. The service writes it; of the program's own words, it quotes the name and the
/// reason.
struct QuestionText {
  /// The application whose manifest describes the program; nil for a program without a manifest.
  let application: String?
  let grade: Grade
  let process: Int32
  /// The command line of the program, which the program can choose.
  let commandLine: [UInt8]

  /// - Throws: `.notAvailable` when the process has ended.
  init(_ client: Client, _ process: PeerProcess) throws(KeychainError) {
    self.init(
      application: client.identity.application, grade: client.identity.grade, process: process.credentials.process,
      commandLine: try process.file("cmdline")?.content ?? [])
  }

  init(application: String?, grade: Grade, process: Int32, commandLine: [UInt8]) {
    self.application = application
    self.grade = grade
    self.process = process
    self.commandLine = commandLine
  }

  // With these sizes, the text fits into one line of the protocol of a pinentry, so the closing quotation mark of the
  // reason is always in the text.
  private static let nameByteCount = 120
  private static let reasonByteCount = 300

  /// The name that the program gives itself: the first word of its command line.
  private var name: String {
    let word = String(decoding: commandLine.prefix { $0 != 0 }, as: UTF8.self)
    let name = PromptSafeText.path(word, byteLimit: Self.nameByteCount)
    return name.isEmpty ? "unknown" : name
  }

  /// Who asks, as far as the service knows it.
  private var asker: String {
    guard let application else {
      return "A program that calls itself \"\(name)\" (process \(process), any program of yours can use this name)"
    }
    let identifier = PromptSafeText.line(application, byteLimit: Self.nameByteCount)
    let certainty =
      switch grade {
      case .protectedProgram, .system: "verified"
      case .claimed, .userProgram, .sandbox: "as far as known"
      }
    return "The application \"\(identifier)\" (\(certainty), process \(process), program \"\(name)\")"
  }

  /// The two texts of a question.
  struct Texts: Sendable {
    let text: String
    /// At most two lines of 36 characters, for a terminal of 40 columns and 10 rows.
    let short: String
  }

  func texts(_ question: PersonQuestion) -> Texts {
    let (wish, shortWish) =
      switch question.purpose {
      case .unlock: ("to unlock your keychain for all your programs", "unlock")
      case .items: ("to use protected items of your keychain", "items")
      case .person: ("to use the items of ALL programs in your keychain", "ALL items")
      }
    let text = "\(asker) asks for the passcode, \(wish)."
    let short = "\(shortAsker) asks for the passcode: \(shortWish)."
    let reason = question.reason.map { PromptSafeText.line($0, byteLimit: Self.reasonByteCount) } ?? ""
    return Texts(text: reason.isEmpty ? text : "\(text)\n\nIt says: \"\(reason)\"", short: short)
  }

  private static let shortNameByteCount = 17

  /// Who asks, in 33 bytes.
  private var shortAsker: String {
    guard let application else {
      let file = name.split(separator: "/").last.map(String.init) ?? name
      return "Unverified \"\(PromptSafeText.path(file, byteLimit: Self.shortNameByteCount))\""
    }
    let certainty = grade >= .protectedProgram ? "Verified" : "Unverified"
    return "\(certainty) \"\(PromptSafeText.path(application, byteLimit: Self.shortNameByteCount))\""
  }
}
