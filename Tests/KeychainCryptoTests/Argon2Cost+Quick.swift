import KeychainCrypto

extension Argon2Cost {
  /// The least that there is, so that tests do not take the time that an attacker should.
  static var quick: Argon2Cost {
    guard let cost = Argon2Cost(passes: 1, memory: 8, lanes: 1) else {
      preconditionFailure("within bounds")
    }
    return cost
  }
}
