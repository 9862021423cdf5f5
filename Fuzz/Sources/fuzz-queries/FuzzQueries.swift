import Foundation
import FuzzSupport
import Security

/// Passes dictionaries to the four item functions, with a separate keychain.
///
/// The first byte selects the function. The entries of the dictionary follow. Each entry is a key, the type of its
/// value, and the value.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = FuzzKeychain.isReady
  var source = ByteSource(start, count)
  let operation = source.number(below: 8)
  let query = Dictionaries.make(from: &source)
  var result: CFTypeRef?
  switch operation {
  case 0, 1: check(SecItemAdd(query, &result), result)
  case 2, 3, 4: check(SecItemCopyMatching(query, &result), result)
  case 5, 6: SecItemUpdate(query, Dictionaries.make(from: &source))
  default: SecItemDelete(query)
  }
  Keychain.tidy()
  return 0
}

private func check(_ status: OSStatus, _ result: CFTypeRef?) {
  // A call that fails must not return a result.
  precondition(status == errSecSuccess || result == nil)
}
