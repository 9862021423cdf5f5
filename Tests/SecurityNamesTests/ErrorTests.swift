import Foundation
import KeychainModel
import Security
import Testing

@Suite("Statuses")
struct ErrorTests {
  @Test("The statuses are complete and have the numbers of Apple's platforms")
  func numbers() throws {
    let expected = try Vectors("errors").values
    #expect(Set(errorTable.map(\.name)) == Set(expected.keys))
    for (name, value) in errorTable {
      #expect(String(value) == expected[name], "\(name)")
    }
  }

  @Test("Every status has a message, and different statuses have different messages")
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
    "The messages that programs compare are the messages of Apple's platforms",
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
    "A status without a name is described by its number, and an errno status by the system's text",
    arguments: [
      (1, "OSStatus 1"), (-1, "OSStatus -1"), (-99_999, "OSStatus -99999"),
      (.min, "OSStatus -2147483648"), (.max, "OSStatus 2147483647"),
      (100_000, "OSStatus 100000"), (100_134, "OSStatus 100134"),
      (100_002, "UNIX[No such file or directory]"), (100_001, "UNIX[Operation not permitted]"),
    ] as [(OSStatus, String)])
  func otherNumbers(status: OSStatus, text: String) {
    #expect(SecCopyErrorMessageString(status, nil) == text as CFString)
  }

  @Test("An error object contains the number, the domain, the message and the reason")
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
