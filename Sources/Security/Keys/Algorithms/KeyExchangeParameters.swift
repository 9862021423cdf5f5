// Made by scripts/names from Tables/names.txt.

// Keys of the dictionary that `SecKeyCopyKeyExchangeResult` takes.

extension SecKeyKeyExchangeParameter {
  /// How many bytes to derive. A number; needed by all algorithms with X9.63. Raw value
  /// `requestedSize`.
  public static let requestedSize = SecKeyKeyExchangeParameter("requestedSize")

  /// What both sides put into the derivation. Data; empty when it is missing. Raw value
  /// `sharedInfo`.
  public static let sharedInfo = SecKeyKeyExchangeParameter("sharedInfo")
}
