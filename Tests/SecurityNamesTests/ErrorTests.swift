import Foundation
import KeychainModel
import Security
import Testing

@Suite("Statuses")
struct ErrorTests {
  @Test("have the numbers of Apple's platforms, none missing and none besides")
  func numbers() throws {
    let expected = try Vectors("errors").values
    #expect(Set(errorTable.map(\.name)) == Set(expected.keys))
    for (name, value) in errorTable {
      #expect(String(value) == expected[name], "\(name)")
    }
  }

  @Test("have a sentence each: not empty, and different for different numbers")
  func messages() throws {
    var numbers: [String: OSStatus] = [:]
    for (name, status) in errorTable {
      let message = try #require(SecCopyErrorMessageString(status, nil)) as String
      #expect(message.hasSuffix(".") && message.count > 10, "\(name): \(message)")
      let other = numbers.updateValue(status, forKey: message)
      #expect(other == nil || other == status, "\(name): \(message)")
    }
  }

  @Test(
    "have the sentence that programs compare",
    arguments: [
      (errSecDuplicateItem, "The specified item already exists in the keychain."),
      (errSecItemNotFound, "The specified item could not be found in the keychain."),
      (errSecInteractionNotAllowed, "User interaction is not allowed."),
    ])
  func comparedSentences(status: OSStatus, sentence: String) {
    #expect(SecCopyErrorMessageString(status, nil) == sentence as CFString)
    #expect(StatusMessage.text(for: status) == sentence)
  }

  @Test(
    "without a name are described by their number, and errno by the system's text",
    arguments: [
      (1, "OSStatus 1"), (-1, "OSStatus -1"), (-99_999, "OSStatus -99999"),
      (.min, "OSStatus -2147483648"), (.max, "OSStatus 2147483647"),
      (100_000, "OSStatus 100000"), (100_134, "OSStatus 100134"),
      (100_002, "UNIX[No such file or directory]"), (100_001, "UNIX[Operation not permitted]"),
    ] as [(OSStatus, String)])
  func otherNumbers(status: OSStatus, text: String) {
    #expect(SecCopyErrorMessageString(status, nil) == text as CFString)
  }

  @Test("become error objects that carry number, domain, sentence and reason")
  func errorObjects() {
    let error = NSError(status: errSecDuplicateItem, reason: "why")
    #expect(error.domain == NSOSStatusErrorDomain)
    #expect(error.code == -25299)
    #expect(error.localizedDescription == StatusMessage.text(for: -25299))
    #expect(error.localizedFailureReason == "why")
    #expect(NSError(status: errSecParam).localizedFailureReason == nil)

    let below = NSError(KeychainError(.interactionNotAllowed, "locked"))
    #expect(below.code == Int(errSecInteractionNotAllowed))
    #expect(below.localizedFailureReason == "locked")
  }
}
