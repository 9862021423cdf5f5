import COpenSSL
import KeychainModel
import OpenSSLSupport

/// Collects the components of a key for OpenSSL. `deinit` overwrites the memory of the components.
final class KeyParameters {
  private var parameters: [OSSL_PARAM] = []
  private var buffers: [UnsafeMutableRawBufferPointer] = []

  deinit {
    for buffer in buffers {
      buffer.wipe()
      buffer.deallocate()
    }
  }

  /// Adds a number, which is given as big-endian bytes.
  func add(_ name: StaticString, number: [UInt8]) {
    // OpenSSL expects the number in the byte order of the processor, which is little-endian, and with at least one
    // byte.
    let buffer = copy(number.isEmpty ? [0] : number.reversed())
    parameters.append(OSSL_PARAM_construct_BN(text(name), buffer.bytes, buffer.count))
  }

  func add(_ name: StaticString, bytes: [UInt8]) {
    let buffer = copy(bytes)
    parameters.append(
      OSSL_PARAM_construct_octet_string(text(name), buffer.baseAddress, buffer.count))
  }

  func add(_ name: StaticString, text value: StaticString) {
    parameters.append(OpenSSLParameter.text(name, value))
  }

  /// Creates a key from the collected components.
  ///
  /// - Throws: `.parameter` when OpenSSL rejects the components.
  func makeKey(_ type: String, isPrivate: Bool) throws(KeychainError) -> OpaquePointer {
    _ = OpenSSLInitialization.isDone
    guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else {
      throw openSSLFailure("make a key")
    }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_fromdata_init(context) == 1 else { throw openSSLFailure("make a key") }
    // OpenSSL has macros for these combinations of flags, but Swift cannot import the macros.
    let selection =
      OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | OSSL_KEYMGMT_SELECT_PUBLIC_KEY
      | (isPrivate ? OSSL_KEYMGMT_SELECT_PRIVATE_KEY : 0)
    var pointer: OpaquePointer?
    parameters.append(OpenSSLParameter.end)
    guard EVP_PKEY_fromdata(context, &pointer, selection, &parameters) == 1, let pointer else {
      ERR_clear_error()
      throw KeychainError(.parameter, "the numbers are no key")
    }
    return pointer
  }

  private func copy(_ bytes: some Collection<UInt8>) -> UnsafeMutableRawBufferPointer {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    buffer.copyBytes(from: bytes)
    buffers.append(buffer)
    return buffer
  }

  private func text(_ name: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// Overwrites arrays when the object is destroyed. Copies of the arrays are not overwritten.
///
/// The type is a class, because `deinit` of a structure would overwrite only copies of the arrays.
final class WipedArrays {
  private(set) var arrays: [[UInt8]]

  init(_ arrays: consuming [[UInt8]]) { self.arrays = arrays }

  deinit {
    for index in arrays.indices { arrays[index].wipe() }
  }
}
