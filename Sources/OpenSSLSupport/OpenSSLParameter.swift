package import COpenSSL

/// Creates parameters for OpenSSL's key derivation and message authentication. The parameters contain only pointers.
/// Names and texts must be static. Bytes must exist until the OpenSSL call that reads them has returned.
package enum OpenSSLParameter {
  package static var end: OSSL_PARAM { OSSL_PARAM_construct_end() }

  package static func text(_ name: StaticString, _ value: StaticString) -> OSSL_PARAM {
    OSSL_PARAM_construct_utf8_string(
      pointer(name), UnsafeMutablePointer(mutating: pointer(value)), value.utf8CodeUnitCount)
  }

  package static func bytes(_ name: StaticString, _ value: UnsafeRawBufferPointer) -> OSSL_PARAM {
    // OpenSSL never writes through an input parameter.
    OSSL_PARAM_construct_octet_string(
      pointer(name), UnsafeMutableRawPointer(mutating: value.baseAddress), value.count)
  }

  package static func size(
    _ name: StaticString, _ value: UnsafeMutablePointer<Int>
  ) -> OSSL_PARAM {
    OSSL_PARAM_construct_size_t(pointer(name), value)
  }

  private static func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
