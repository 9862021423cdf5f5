import COpenSSL
import Foundation

/// Decrypts AES-GCM with OpenSSL directly, independently of Latchkey.
enum OpenGCM {
  struct Failure: Error {}

  static func open(
    _ sealed: Data, key: Data, nonce: Data, context: Data = Data()
  ) throws -> Data {
    let (key, nonce, context) = ([UInt8](key), [UInt8](nonce), [UInt8](context))
    let message = [UInt8](sealed.dropLast(16))
    var tag = [UInt8](sealed.suffix(16))
    var plaintext = [UInt8](repeating: 0, count: message.count + 16)
    let cipher = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(cipher) }
    let method = key.count == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm()
    var count: Int32 = 0
    var end: Int32 = 0
    guard EVP_DecryptInit_ex(cipher, method, nil, nil, nil) == 1,
      EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1,
      EVP_DecryptInit_ex(cipher, nil, nil, key, nonce) == 1,
      context.isEmpty
        || EVP_DecryptUpdate(cipher, nil, &count, context, Int32(context.count)) == 1,
      EVP_DecryptUpdate(cipher, &plaintext, &count, message, Int32(message.count)) == 1,
      EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1,
      EVP_DecryptFinal_ex(cipher, &tag, &end) == 1
    else { throw Failure() }
    return Data(plaintext.prefix(Int(count)))
  }
}
