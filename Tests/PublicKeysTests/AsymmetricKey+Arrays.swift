import KeychainModel

@testable import AsymmetricKeys

/// Key operations that take the input as an array, and the algorithm as the raw value of a `SecKeyAlgorithm` constant
/// without `algid:`.
extension AsymmetricKey {
  func sign(_ input: [UInt8], _ name: String) throws -> [UInt8] {
    let algorithm = try algorithm(name)
    return try input.withUnsafeBytes { try sign($0, algorithm) }
  }

  func verify(_ signature: [UInt8], of input: [UInt8], _ name: String) throws -> Bool {
    let algorithm = try algorithm(name)
    return try signature.withUnsafeBytes { signature in
      try input.withUnsafeBytes { try verify(signature, of: $0, algorithm) }
    }
  }

  func encrypt(_ input: [UInt8], _ name: String) throws -> [UInt8] {
    let algorithm = try algorithm(name)
    return try input.withUnsafeBytes { try encrypt($0, algorithm) }
  }

  func decrypt(_ input: [UInt8], _ name: String) throws -> [UInt8] {
    let algorithm = try algorithm(name)
    return try input.withUnsafeBytes { try decrypt($0, algorithm) }
  }

  private func algorithm(_ name: String) throws -> KeyAlgorithm {
    guard let algorithm = KeyAlgorithm(rawValue: "algid:" + name) else { throw UnknownName() }
    return algorithm
  }

  private struct UnknownName: Error {}
}
