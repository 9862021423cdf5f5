import KeychainModel

/// Generates a random password, and prints or stores it.
struct GeneratePassword {
  let session: CommandSession
  let arguments: Arguments

  private static let addition = AddPassword(kind: .generic)
  private static let lengths = 1...4096
  private static let wordCounts = 1...256

  func run() throws(CommandFailure) {
    let recipe = try recipe()
    if arguments.has("store") {
      let given = try Self.addition.attributes(in: arguments, session)
      var password = try make(recipe)
      defer { password.wipe() }
      try Self.addition.store(given, password, arguments, session)
    } else {
      let isStoring = arguments.options.contains {
        PasswordKind.generic.options.map(\.letter).contains($0.name) || $0.name == "U"
          || $0.name == PasswordKind.accessGroupOption
      }
      guard !isStoring else { throw .usage("without --store nothing is stored") }
      guard arguments.operands.isEmpty else { throw .usage }
      var password = try make(recipe)
      defer { password.wipe() }
      session.console.write(password)
      session.console.write("\n".utf8)
    }
    guard session.console.isTerminal(.error), !session.isQuiet else { return }
    session.console.print("entropy: \(Int(recipe.entropy)) bits", to: .error)
  }

  private func make(_ recipe: PasswordRecipe) throws(CommandFailure) -> [UInt8] {
    try CommandFailure.translating(in: "generate") { () throws(KeychainError) in
      try recipe.make(session.random)
    }
  }

  private func recipe() throws(CommandFailure) -> PasswordRecipe {
    let ofCharacters = ["length", "sets", "characters", "unambiguous"].filter(arguments.has)
    if let word = arguments.value("words") {
      if let other = ofCharacters.first {
        throw .usage("--words and --\(other) exclude each other")
      }
      return .words(
        count: try number(word, "words", Self.wordCounts),
        separator: arguments.value("separator")?.bytes ?? Array("-".utf8))
    }
    guard !arguments.has("separator") else { throw .usage("--separator stands between --words") }
    let length = try arguments.value("length").map { (word) throws(CommandFailure) in
      try number(word, "length", Self.lengths)
    }
    return .characters(try sets(), length: length ?? 20)
  }

  private func sets() throws(CommandFailure) -> CharacterSets {
    let unambiguous = arguments.has("unambiguous")
    guard let characters = arguments.value("characters") else {
      let names = arguments.value("sets")?.text ?? CharacterSets.names.joined(separator: ",")
      return try CharacterSets(named: names, unambiguous: unambiguous)
    }
    guard !arguments.has("sets") else {
      throw .usage("--sets and --characters exclude each other")
    }
    return try CharacterSets(characters: characters, unambiguous: unambiguous)
  }

  private func number(
    _ word: Word, _ option: String, _ range: ClosedRange<Int>
  ) throws(CommandFailure) -> Int {
    guard let number = Int(word.text), range.contains(number) else {
      throw .usage("--\(option) takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension Command {
  static let generate = Command(
    "generate", "Make a random password, and print or store it. (only in Latchkey)",
    synopsis:
      "[--length n | --words n] [options] [--store -a account -s name [-U] [options] [keychain]]",
    details: [
      "--length n          so many characters: 20 without it, of which 94 printable ones make 130 bits of entropy",
      "--sets list         their sets, with commas between them: lower, upper, digits, symbols; all four without it.",
      "                    Each occurs, unless there are more sets than characters",
      "--characters text   exactly these characters, in the place of sets",
      "--unambiguous       without 0 O 1 l I |",
      "--words n           so many pronounceable words of five letters, each of 16 bits; five make 80",
      "--separator text    what stands between the words; a hyphen without it",
      "--store             store it as add-generic-password does, and print nothing",
    ] + PasswordKind.generic.details + [
      "-U  change the item if there is one",
      "Every password that fits is equally likely. At a terminal standard error says the entropy.",
    ],
    options: OptionSyntax(
      PasswordKind.generic.letters + "U",
      long: ["length", "sets", "characters", "words", "separator", PasswordKind.accessGroupOption],
      flags: ["unambiguous", "store"], values: ["sets": .words(CharacterSets.names)],
      mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    try GeneratePassword(session: session, arguments: arguments).run()
  }
}
