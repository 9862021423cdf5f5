// Made by scripts/names from Tables/names.txt.

// This file declares the keys of the dictionary that `SecKeyCopyKeyExchangeResult` takes.

extension SecKeyKeyExchangeParameter {
  /// The number of derived bytes. The value is a number. All algorithms with X9.63 require this
  /// parameter. Raw value `requestedSize`.
  public static let requestedSize = SecKeyKeyExchangeParameter("requestedSize")

  /// The shared data that both sides use in the key derivation. The value is data. The default is
  /// empty data. Raw value `sharedInfo`.
  public static let sharedInfo = SecKeyKeyExchangeParameter("sharedInfo")
}
