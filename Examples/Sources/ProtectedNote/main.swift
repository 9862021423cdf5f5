// Keeps a note that no other program of the user can read. The program is an application of `keychaind` with a group of
// its own (docs/service.md, "An application step by step").
//
//     protected-note store < NOTE
//     protected-note show

import Foundation
import LatchkeyAdministration
import Security

func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("protected-note: \(reason)\n".utf8))
  exit(1)
}

// This is the first call of the program. If it fails, the program ends, because its items would not be protected.
do {
  try KeychainApplication.begin("com.example.protected-note")
} catch {
  fail("\(error)")
}

let note: [String: Any] = [
  kSecClass as String: kSecClassGenericPassword,
  kSecAttrService as String: "com.example.protected-note",
  kSecAttrAccount as String: "note",
]

func check(_ status: OSStatus) {
  guard status != errSecSuccess else { return }
  fail(LatchkeyCopyLastFailure()?.reason ?? SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)")
}

switch CommandLine.arguments.dropFirst() {
case ["store"]:
  let text = FileHandle.standardInput.readDataToEndOfFile()
  let status = SecItemUpdate(note as CFDictionary, [kSecValueData as String: text] as CFDictionary)
  if status == errSecItemNotFound {
    check(SecItemAdd(note.merging([kSecValueData as String: text]) { $1 } as CFDictionary, nil))
  } else {
    check(status)
  }
  print("stored")
case ["show"]:
  var result: CFTypeRef?
  check(SecItemCopyMatching(note.merging([kSecReturnData as String: true]) { $1 } as CFDictionary, &result))
  FileHandle.standardOutput.write(result as? Data ?? Data())
default:
  fail("usage: protected-note store | show")
}
