import Foundation
import Security

#if os(Linux)
  import LatchkeyAdministration
#endif

// Shows a note only to a person who knows the keychain's passcode. On an Apple platform, the system asks the person for
// the passcode. On Linux, either a pinentry program or the program itself asks for the passcode
// (docs/authentication.md). In this example, the program itself asks.

/// The note is an item whose access control requires the passcode.
enum Note {
  private static var query: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: "guarded-note",
    ]
  }

  private static func check(_ status: OSStatus) {
    guard status != errSecSuccess else { return }
    print(SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "\(status)")
    exit(1)
  }

  static func keep(_ text: String) {
    var item = query
    item[kSecValueData as String] = Data(text.utf8)
    item[kSecAttrAccessControl as String] = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, .devicePasscode, nil)
    check(SecItemAdd(item as CFDictionary, nil))
    print("kept")
  }

  static func show() {
    var search = query
    search[kSecReturnData as String] = true
    search[kSecUseOperationPrompt as String] = "to show the note"
    var result: AnyObject?
    check(SecItemCopyMatching(search as CFDictionary, &result))
    print(String(decoding: result as? Data ?? Data(), as: UTF8.self))
  }
}

#if os(Linux)
  /// Makes this program ask the questions of the keychain. The answer to a question is a line of the program's input.
  func askHere() {
    KeychainPrompts.ask { question in
      if let problem = question.problem { print(problem) }
      print(question.text)
      guard question.kind != .confirmation, let line = readLine() else { return .unavailable }
      return (try? KeychainPasscode(line)).map(KeychainAnswer.secret) ?? .nothing
    }
  }
  askHere()
#endif

switch CommandLine.arguments.dropFirst().first {
case "keep": Note.keep(readLine() ?? "")
case "show": Note.show()
default: print("keep | show")
}
