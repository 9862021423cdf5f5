import KeychainFiles
import KeychainModel
import Testing

@testable import KeychainCrypto

/// A device key as lines that a person can write on paper and type again.
@Suite struct DeviceKeyPaperTests {
  private let key: DeviceKey

  init() throws {
    key = try (0..<32).map { UInt8($0) }.withUnsafeBytes {
      try DeviceKey(
        vaultID: RowIdentifier(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF), bytes: $0)
    }
  }

  private func lines(_ key: DeviceKey) throws -> [String] {
    try DeviceKeyPaper.lines(of: key).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      .split(separator: "\n").map(String.init)
  }

  private func read(_ lines: [String]) throws -> DeviceKey {
    var reader = DeviceKeyPaper.Reader()
    for line in lines { try Array(line.utf8).withUnsafeBytes { try reader.take($0) } }
    return try reader.key()
  }

  private func bytes(_ key: DeviceKey) throws -> [UInt8] {
    try key.withBytes { Array($0) }
  }

  /// An independent implementation in another language computed the expected lines.
  @Test func linesAreTheseOfTheFormat() throws {
    #expect(try lines(key) == Self.expected)
  }

  private static let expected = [
    "1: 008J 4CT4 ANF1",
    "2: CSVR H6DA QDMM",
    "3: SKEY XZR0 056C",
    "4: 081G 8186 0X2Q",
    "5: 104G M2RC 1QWP",
    "6: 1R7H 048J 2EET",
    "7: 2GAH C5RR 34JX",
    "8: 38DH R78Y 3XR8",
    "9: 6VVV BTYX N3GE",
  ]

  @Test func whatWasWrittenIsRead() throws {
    for _ in 0..<50 {
      let key = try DeviceKey(
        vaultID: SystemRandom().makeIdentifier(), random: SystemRandom())
      let found = try read(try lines(key))
      #expect(found.vaultID == key.vaultID)
      #expect(try bytes(found) == bytes(key))
    }
  }

  @Test func waysOfWritingMeanTheSame() throws {
    let lines = try lines(key)
    func replacing(_ line: String, _ old: String, _ new: String) -> String {
      line.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
    var ways: [[String]] = [lines.map { (line: String) -> String in line.lowercased() }]
    ways.append(lines.map { (line: String) -> String in String(line.dropFirst(3)) })
    ways.append(lines.map { (line: String) -> String in replacing(line, " ", "") })
    ways.append(lines.map { (line: String) -> String in replacing(line, " ", "-") })
    ways.append(
      lines.map { (line: String) -> String in
        replacing(replacing(String(line.dropFirst(2)), "0", "O"), "1", "l")
      })
    ways.append(lines.map { (line: String) -> String in " \(line) \r" })
    for way in ways { #expect(try bytes(try read(way)) == bytes(key)) }
  }

  @Test func mistypedLineIsNamed() throws {
    let lines = try lines(key)
    var missed = 0
    for (number, line) in lines.enumerated() {
      let symbols: [Character] = Array(line)
      for position in 3..<symbols.count where symbols[position] != " " {
        for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where symbols[position] != other {
          var changed = symbols
          changed[position] = other
          var altered = lines
          altered[number] = String(changed)
          do {
            _ = try read(altered)
            Issue.record("line \(number + 1) was read with a mistake")
          } catch let error as KeychainError {
            // The check of a line detects all but one of 4096 errors. The check in the ninth line detects the others.
            if !error.reason.contains("line \(number + 1) ") { missed += 1 }
          }
        }
      }
    }
    #expect(missed < 15)
  }

  @Test func linesOutOfOrderOrMissingAreNoticed() throws {
    let lines = try lines(key)
    let other = try self.lines(
      DeviceKey(vaultID: SystemRandom().makeIdentifier(), random: SystemRandom()))
    var swapped = lines
    swapped.swapAt(0, 1)
    var wrongs: [[String]] = [swapped]
    wrongs.append(swapped.map { (line: String) -> String in String(line.dropFirst(3)) })
    wrongs.append(Array(lines.dropLast()))
    wrongs.append(Array(lines.dropFirst()))
    wrongs.append(lines + [lines[0]])
    wrongs.append(lines.map { (line: String) -> String in String(line.dropLast()) })
    wrongs.append(lines.map { (line: String) -> String in line + "0" })
    wrongs.append(lines.map { (line: String) -> String in line.replacingFirst() })
    wrongs.append(Array(lines[..<5]) + Array(other[5...]))
    for wrong in wrongs {
      let error = #expect(throws: KeychainError.self) { try read(wrong) }
      #expect(error?.code == .decode)
    }
  }
}

extension String {
  /// Replaces the first character of the key in a line with `U`, which never occurs in a line.
  fileprivate func replacingFirst() -> String { String(prefix(3)) + "U" + dropFirst(4) }
}
