import KeychainCrypto

extension Argon2Cost {
  /// The lowest cost that `Argon2Cost` allows, so that tests are fast.
  static var quick: Argon2Cost {
    guard let cost = Argon2Cost(passes: 1, memory: 8, lanes: 1) else {
      preconditionFailure("within bounds")
    }
    return cost
  }
}
