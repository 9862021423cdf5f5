import Keychain
import KeychainCrypto
import KeychainModel
import Testing

@testable import SecurityCommands

/// A random source that always repeats the same bytes.
private struct RepeatedBytes: RandomSource {
  let bytes: [UInt8]

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    for index in buffer.indices { buffer[index] = bytes[index % bytes.count] }
  }
}

@Suite struct GenerateTests {
  private let keychain = FakeKeychain()

  private func run(_ words: Word..., streams: MemoryStreams = MemoryStreams()) -> ToolRun {
    ToolRun(["generate"] + words, in: keychain, streams: streams)
  }

  private func password(_ words: Word...) -> String {
    let run = ToolRun(["generate"] + words, in: keychain)
    #expect(run.status == 0)
    #expect(run.output.last == "\n")
    return String(run.output.dropLast())
  }

  @Test func twentyCharactersOfEverySetArePrinted() {
    let first = password()
    #expect(first.utf8.count == 20)
    #expect(first.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    #expect(first.contains(where: \.isLowercase) && first.contains(where: \.isUppercase))
    #expect(first.contains { $0.isNumber })
    #expect(first.contains { !$0.isLetter && !$0.isNumber })
    #expect(first != password())
    #expect(keychain.requests.isEmpty)
  }

  @Test func setsAndCharactersLimitWhatOccurs() {
    #expect(password("--length", "200", "--sets", "digits").allSatisfy { $0.isNumber })
    #expect(password("--length", "1").utf8.count == 1)
    #expect(Set(password("--characters", "ab", "--length", "64")) == ["a", "b"])
    let clear = password("--length", "2000", "--unambiguous")
    #expect(!clear.contains { "0O1lI|".contains($0) })
    #expect(password("--length", "4", "--sets", "lower,upper,digits,symbols").utf8.count == 4)
  }

  /// 256 is not a multiple of ten. So bytes from 250 on are discarded, because they would make the first six of ten
  /// choices more probable.
  @Test func numbersThatFavourSomeChoicesAreDrawnAgain() throws {
    var choice = UniformChoice(RepeatedBytes(bytes: [255, 250, 249, 3]))
    var drawn: [Int] = []
    drawn.append(try choice.index(below: 10))
    drawn.append(try choice.index(below: 10))
    drawn.append(try choice.index(below: 256))
    drawn.append(try choice.index(below: 1))
    #expect(drawn == [9, 3, 255, 0])
  }

  @Test func everyChoiceIsEquallyLikely() throws {
    let all = RepeatedBytes(bytes: Array(0...255))
    for count in [1, 2, 3, 10, 62, 94, 255, 256] {
      var tally = [Int](repeating: 0, count: count)
      // `UniformChoice` reads 64 bytes at a time. Therefore, the test creates one `UniformChoice` for each group of 64
      // bytes.
      for start in stride(from: 0, to: 256, by: 64) {
        var choice = UniformChoice(RepeatedBytes(bytes: Array(all.bytes[start..<(start + 64)])))
        let usable = (start..<(start + 64)).count { $0 < 256 - 256 % count }
        for _ in 0..<usable { tally[try choice.index(below: count)] += 1 }
      }
      #expect(Set(tally) == [256 / count], "\(count)")
    }
  }

  @Test func passwordWithoutACharacterOfEachSetIsDrawnAgain() throws {
    let sets = try CharacterSets(named: "lower,digits", unambiguous: false)
    // The first two drawn passwords have only letters. The third has a digit.
    let source = RepeatedBytes(bytes: [0, 1, 2, 3, 4, 26])
    let made = try PasswordRecipe.characters(sets, length: 2).make(source)
    #expect(made == Array("e0".utf8))
  }

  @Test func entropyIsThatOfThePasswordsThatFit() throws {
    let all = try CharacterSets(named: "lower,upper,digits,symbols", unambiguous: false)
    #expect(all.all.count == 94)
    #expect(Int(all.entropy(ofLength: 20)) == 130)
    let pairs = try CharacterSets(named: "lower,digits", unambiguous: false)
    // One letter and one digit, in either order, give 520 passwords.
    #expect(abs(pairs.entropy(ofLength: 2) - 9.0224) < 0.001)
    #expect(abs(pairs.entropy(ofLength: 1) - 5.1699) < 0.001)
    #expect(PasswordRecipe.words(count: 5, separator: []).entropy == 80)
  }

  @Test func wordsArePronounceable() {
    let words = password("--words", "5").split(separator: "-")
    #expect(words.count == 5)
    for word in words {
      #expect(word.utf8.count == 5)
      for (position, letter) in word.enumerated() {
        #expect((position % 2 == 0 ? "bdfghjklmnprstvz" : "aiou").contains(letter))
      }
    }
    #expect(password("--words", "2", "--separator", ". ").contains(". "))
  }

  @Test func storingPrintsNothing() throws {
    let run = run(
      "--store", "--length", "12", "-a", "anna", "-s", "shop", "-l", "Shop", "--access-group", "g")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    let item = try #require(keychain.items.last)
    #expect(item.secret?.count == 12)
    #expect(item.attributes[.label] == .string("Shop"))
    #expect(item.attributes[.accessGroup] == .string("g"))
    #expect(ToolRun(["generate", "--store", "-a", "anna", "-s", "x"], in: keychain).status == 0)
    let again = ToolRun(["generate", "--store", "-a", "anna", "-s", "x"], in: keychain)
    #expect(again.status == 45)
    let before = keychain.items.last?.secret
    #expect(
      ToolRun(["generate", "--store", "-U", "-a", "anna", "-s", "x"], in: keychain).status == 0)
    #expect(keychain.items.count == 2)
    #expect(keychain.items.last?.secret != before)
  }

  @Test func entropyIsToldAtATerminal() {
    let run = run("--words", "4", streams: MemoryStreams(terminals: [.error]))
    #expect(run.errors == "entropy: 64 bits\n")
  }

  @Test func wrongUseMakesNothing() {
    let wrong: [[Word]] = [
      ["--length", "0"], ["--length", "x"], ["--length", "4097"], ["--words", "0"],
      ["--sets", "upper,"], ["--sets", "upper,upper"], ["--sets", "Upper"], ["--characters", "aa"],
      ["--characters", "a"], ["--characters", "ä"], ["--characters", "0O", "--unambiguous"],
      ["--words", "3", "--length", "4"], ["--separator", "-"], ["-a", "anna"], ["-U"], ["login"],
      ["--store"], ["--store", "-a", "a"], ["--characters", "ab", "--sets", "upper"],
    ]
    for words in wrong {
      let run = ToolRun(["generate"] + words, in: keychain)
      #expect(run.status == 2, "\(words)")
      #expect(run.output.isEmpty, "\(words)")
    }
    #expect(keychain.requests.isEmpty)
  }
}
