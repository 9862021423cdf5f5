/// The operations of keys. The raw values equal the constants of `SecKeyOperationType`.
package enum KeyOperation: Int, Sendable, CaseIterable, Hashable {
  case sign = 0
  case verify = 1
  case encrypt = 2
  case decrypt = 3
  case keyExchange = 4
}
