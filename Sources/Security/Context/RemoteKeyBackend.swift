import AsymmetricKeys
import Keychain
import KeychainModel

/// Performs the operations of a private key that stays in the service, by requests.
///
/// The backend keeps the proofs with which the key was found, so an operation asks the user only when a proof has ended.
/// The access control of the key, the lock of the keychain and the access groups of the program apply to each operation.
final class RemoteKeyBackend: PrivateKeyBackend {
  private let keychain: KeychainContext
  let identifier: RowIdentifier
  private let publicKey: [UInt8]
  /// `nonisolated(unsafe)` is safe: the value is constant, and any thread may use an `AuthenticationContext`.
  nonisolated(unsafe) private let options: AuthenticationOptions
  private let proof: ForkSafeMutex<AccessProof?>

  /// - Parameter proof: The proofs with which the key was found.
  init(
    _ identifier: RowIdentifier, publicKey: [UInt8], in keychain: KeychainContext, _ options: AuthenticationOptions,
    _ proof: AccessProof?
  ) {
    self.keychain = keychain
    self.identifier = identifier
    self.publicKey = publicKey
    self.options = options
    self.proof = ForkSafeMutex(proof)
  }

  func sign(_ input: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
    try perform(.sign, input, algorithm)
  }

  func decrypt(_ message: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
    try perform(.decrypt, message, algorithm)
  }

  func exchangeKey(
    with publicKey: [UInt8], _ algorithm: KeyAlgorithm, size: Int?, sharedInfo: [UInt8]
  ) throws(KeychainError) -> [UInt8] {
    try perform(.agree(size: size, sharedInfo: sharedInfo), publicKey, algorithm)
  }

  /// - Throws: The errors of the operation, of a search for the key and of its access control. `.itemNotFound` after the
  ///   key was deleted, replaced, or moved to an access group that the program may not use.
  private func perform(
    _ operation: KeyOperationRequest.Operation, _ input: [UInt8], _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    guard let algorithm = algorithm.rawValue else {
      throw KeychainError(.parameter, "the algorithm has no name")
    }
    let request = KeyOperationRequest(
      operation, input, with: identifier, publicKey: publicKey, algorithm: algorithm)
    var proof = proof.withLock { $0 }
    do throws(KeychainError) {
      let result = try keychain.proving(options, &proof) { (proof) throws(KeychainError) in
        try keychain.keychain.use(request, with: proof)
      }
      let last = proof
      self.proof.withLock { $0 = last }
      return result
    } catch {
      guard error.code == .itemNotFound else { throw error }
      throw error.withReason(
        "the private key is no longer in the keychain: it was deleted, replaced, or moved to another access group")
    }
  }
}

extension KeychainContext {
  /// The items of a reply. Private keys that stay in the service get a backend.
  ///
  /// - Parameter proof: The proofs with which the items were found.
  func withBackends(_ items: [Item], _ options: AuthenticationOptions, _ proof: AccessProof?) -> [Item] {
    guard items.contains(where: { $0.privateKey != nil }) else { return items }
    return items.map { item in
      guard let key = item.privateKey, let publicKey = key.publicKey else { return item }
      var item = item
      item.privateKey = RemotePrivateKey(
        key.identifier, publicKey,
        backend: RemoteKeyBackend(key.identifier, publicKey: publicKey.bytes, in: self, options, proof))
      return item
    }
  }
}
