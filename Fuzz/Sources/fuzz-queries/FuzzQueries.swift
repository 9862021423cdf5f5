import Foundation
import FuzzSupport
import Security

/// Puts dictionaries of every kind through the four item functions, on a keychain of its own.
///
/// The first byte says which function; then come the entries, each a key, a type of value and a value.
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
  // No result without success.
  precondition(status == errSecSuccess || result == nil)
}
