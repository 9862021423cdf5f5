// Measures a search for one secret by a Swift program. Benchmarks/C/library-find-one.c makes the same measurement in C
// with libSecurity.so. This program adds a thousand items to the keychain in LATCHKEY_HOME. Then it prints the processor
// time of a search in nanoseconds.

import Foundation
import Security

let itemCount = 1000
let searchCount = 200
let stretchCount = 60

/// Returns a name for an item: the prefix and a number, with 20 characters.
func name(_ prefix: String, _ index: Int) -> String {
  let digits = String(index * 7919 % 1_000_003)
  return prefix + String(repeating: "0", count: 16 - digits.count) + digits
}

func password(_ index: Int) -> [String: Any] {
  [
    kSecClass as String: kSecClassGenericPassword,
    kSecAttrService as String: name("svce", index),
    kSecAttrAccount as String: name("acct", index),
  ]
}

func require(_ condition: Bool, _ what: String) {
  if condition { return }
  print("FindOne: \(what)")
  exit(1)
}

for index in 0..<itemCount {
  var item = password(index)
  item[kSecAttrLabel as String] = name("labl", index)
  item[kSecValueData as String] = Data(repeating: 42, count: 32)
  require(SecItemAdd(item as CFDictionary, nil) == errSecSuccess, "an item cannot be added")
}

let queries = (0..<searchCount).map { index -> CFDictionary in
  var query = password(index * itemCount / searchCount)
  query[kSecReturnData as String] = true
  return query as CFDictionary
}

/// Returns the processor time of this thread in nanoseconds. Other programs affect the processor time less than the
/// elapsed time.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

var best = Double.infinity
for _ in 0..<stretchCount {
  let start = now()
  for query in queries {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query, &result)
    require(status == errSecSuccess && result != nil, "an item is not found")
  }
  best = min(best, (now() - start) / Double(searchCount))
}
print(Int(best))
