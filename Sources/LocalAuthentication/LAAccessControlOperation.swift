/// The operation that an access control is evaluated for.
public enum LAAccessControlOperation: Int, Sendable {
  /// Storing an item.
  case createItem = 0

  /// Reading or changing an item.
  case useItem = 1

  /// Making a key.
  case createKey = 2

  /// Signing with a key.
  case useKeySign = 3

  /// Decrypting with a key.
  case useKeyDecrypt = 4

  /// Agreeing on a secret with a key.
  case useKeyKeyExchange = 5
}
