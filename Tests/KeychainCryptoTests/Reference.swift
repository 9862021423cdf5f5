import COpenSSL

/// The error of the functions in this file. These functions compute the expected results with OpenSSL.

struct OpenSSLFailure: Error {}

func flipped(_ bytes: [UInt8], _ index: Int) -> [UInt8] {
  var bytes = bytes
  bytes[index] ^= 0x5A
  return bytes
}

func shake128(_ data: [UInt8], count: Int) throws -> [UInt8] {
  var output = [UInt8](repeating: 0, count: count)
  let context = EVP_MD_CTX_new()
  defer { EVP_MD_CTX_free(context) }
  guard EVP_DigestInit_ex(context, EVP_shake128(), nil) == 1,
    EVP_DigestUpdate(context, data, data.count) == 1,
    EVP_DigestFinalXOF(context, &output, count) == 1
  else { throw OpenSSLFailure() }
  return output
}

func cmac(_ key: [UInt8], _ data: [UInt8]) throws -> [UInt8] {
  var output = [UInt8](repeating: 0, count: 16)
  var count = 0
  guard
    EVP_Q_mac(
      nil, "CMAC", nil, "AES-256-CBC", nil, key, key.count, data, data.count, &output, 16, &count)
      != nil, count == 16
  else { throw OpenSSLFailure() }
  return output
}

func gcm(
  _ key: [UInt8], _ nonce: [UInt8], _ plaintext: [UInt8], _ context: [UInt8]
) throws -> [UInt8] {
  var output = [UInt8](repeating: 0, count: plaintext.count)
  var tag = [UInt8](repeating: 0, count: 16)
  var count: Int32 = 0
  let cipher = EVP_CIPHER_CTX_new()
  defer { EVP_CIPHER_CTX_free(cipher) }
  guard EVP_EncryptInit_ex(cipher, EVP_aes_256_gcm(), nil, key, nonce) == 1,
    EVP_EncryptUpdate(cipher, nil, &count, context, Int32(context.count)) == 1,
    EVP_EncryptUpdate(cipher, &output, &count, plaintext, Int32(plaintext.count)) == 1,
    EVP_EncryptFinal_ex(cipher, nil, &count) == 1,
    EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
  else { throw OpenSSLFailure() }
  return output + tag
}
