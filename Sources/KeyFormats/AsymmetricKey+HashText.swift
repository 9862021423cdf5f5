import AsymmetricKeys
package import KeychainModel

extension AsymmetricKey {
  /// The hash of the public key as a PEM block. The command `security create-keypair -H` prints this block.
  package func publicKeyHashText() throws(KeychainError) -> [UInt8] {
    try PEMBlock.write(.publicKeyHash, publicKeyHash())
  }
}
