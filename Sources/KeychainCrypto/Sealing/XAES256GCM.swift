import COpenSSL
import CPlatform
package import KeychainModel
import OpenSSLSupport

/// XAES-256-GCM under one key: authenticated encryption with nonces that are long enough to be
/// random (https://c2sp.org/XAES-256-GCM).
///
/// A key for one message is derived from the key and the first twelve bytes of a nonce. The other twelve bytes are the
/// nonce of AES-256-GCM under this message key. The derivation takes two AES blocks (CMAC in the counter mode of NIST
/// SP 800-108). `K1`, which depends on the key alone, is computed once.
///
/// OpenSSL contexts are reused. So an instance belongs to one thread at a time, and the class is not `Sendable`.
/// OpenSSL keeps the expanded keys in ordinary memory during the lifetime of the instance, and wipes these keys
/// afterwards.
package final class XAES256GCM {
  package static let keyByteCount = 32
  package static let tagByteCount = GCMContext.tagByteCount

  /// The size of a sealed message: the plaintext and the tag. The caller stores the nonce.
  package static func sealedByteCount(of plaintextByteCount: Int) -> Int {
    plaintextByteCount + tagByteCount
  }

  private let block: CipherContext
  private let message: GCMContext
  // Unchecked exclusivity is safe, because one thread at a time uses the memory, and no access to the memory starts
  // another access.
  @exclusivity(unchecked)
  private var scratch = WipedScratch()

  /// - Throws: `.parameter` unless the key has 32 bytes.
  package init(key: UnsafeRawBufferPointer) throws(KeychainError) {
    guard key.count == Self.keyByteCount else {
      throw KeychainError(.parameter, "a key has \(Self.keyByteCount) bytes, not \(key.count)")
    }
    block = try CipherContext(CipherMethods.aes256ECB)
    message = try GCMContext()
    guard EVP_EncryptInit_ex2(block.pointer, nil, key.bytes, nil, nil) == 1,
      EVP_CIPHER_CTX_set_padding(block.pointer, 0) == 1
    else { throw openSSLFailure("set a key") }
    try makeK1()
  }

  /// Seals a message: writes the ciphertext and the tag. `output` must be exactly 16 bytes longer than the plaintext.
  ///
  /// - Parameter nonce: A new nonce for each message. A second message under the same nonce would reveal both messages.
  /// - Throws: `.dataTooLarge` when `context` has more than 2 GiB.
  package func seal(
    _ plaintext: UnsafeRawBufferPointer, nonce: SealingNonce,
    authenticating context: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    try deriveMessageKey(nonce)
    defer { scratch.wipeMessageKey() }
    try message.encrypt(plaintext, context, scratch.messageKey, scratch.messageNonce, into: output)
  }

  /// Opens a sealed message: writes the plaintext. `output` must have exactly the length of the plaintext.
  ///
  /// - Throws: `.decode` when the message is altered, or when the nonce, the context or the key is not the one that
  ///   sealed the message. `output` is then all zeros, so no unauthenticated data is returned.
  package func open(
    _ sealed: UnsafeRawBufferPointer, nonce: SealingNonce,
    authenticating context: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    try deriveMessageKey(nonce)
    defer { scratch.wipeMessageKey() }
    try message.decrypt(sealed, context, scratch.messageKey, scratch.messageNonce, into: output)
  }

  /// Seals one chunk of a stream, like `seal`. The position replaces the last four bytes of the
  /// nonce.
  func sealChunk(
    _ plaintext: UnsafeRawBufferPointer, nonce: SealingNonce, position: UInt32,
    authenticating context: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    try deriveMessageKey(nonce)
    defer { scratch.wipeMessageKey() }
    scratch.replaceNonceTail(position)
    try message.encrypt(plaintext, context, scratch.messageKey, scratch.messageNonce, into: output)
  }

  /// Opens one chunk of a stream.
  func openChunk(
    _ sealed: UnsafeRawBufferPointer, nonce: SealingNonce, position: UInt32,
    authenticating context: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    try deriveMessageKey(nonce)
    defer { scratch.wipeMessageKey() }
    scratch.replaceNonceTail(position)
    try message.decrypt(sealed, context, scratch.messageKey, scratch.messageNonce, into: output)
  }

  /// K1 = AES(0) doubled in GF(2^128), as in CMAC.
  private func makeK1() throws(KeychainError) {
    scratch.prepareZeroBlock()
    var count: Int32 = 0
    guard
      EVP_EncryptUpdate(block.pointer, scratch.messageKey, &count, scratch.blocks, 16) == 1,
      count == 16
    else { throw openSSLFailure("derive a key") }
    scratch.doubleMessageKeyIntoK1()
    scratch.wipeMessageKey()
  }

  private func deriveMessageKey(_ nonce: SealingNonce) throws(KeychainError) {
    scratch.prepareBlocks(nonce)
    var count: Int32 = 0
    guard
      EVP_EncryptUpdate(block.pointer, scratch.messageKey, &count, scratch.blocks, 32) == 1,
      count == 32
    else { throw openSSLFailure("derive a key") }
  }
}
