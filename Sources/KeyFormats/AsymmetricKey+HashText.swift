import AsymmetricKeys
package import KeychainModel

extension AsymmetricKey {
  /// The hash of the public key as a PEM block, as `create-keypair -H` prints it.
  package func publicKeyHashText() throws(KeychainError) -> [UInt8] {
    try PEMBlock.write(.publicKeyHash, publicKeyHash())
  }
}
