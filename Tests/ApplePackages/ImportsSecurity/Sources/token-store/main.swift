import Foundation
import TokenStore

#if canImport(Security)
  let arguments = Array(CommandLine.arguments.dropFirst())
  let store = TokenStore(service: "com.example.token-store")
  switch arguments.first {
  case "set" where arguments.count == 3: try store.set(arguments[2], for: arguments[1])
  case "get" where arguments.count == 2: print(try store.token(for: arguments[1]) ?? "none")
  default: print("usage: token-store set account token | get account")
  }
#else
  print("there is no keychain here")
#endif
