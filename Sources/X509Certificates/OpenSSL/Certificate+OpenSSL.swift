import COpenSSL

extension Certificate {
  /// The certificate in an OpenSSL object; nil when it cannot be read.
  package convenience init?(_ pointer: OpaquePointer) {
    let count = i2d_X509(pointer, nil)
    guard count > 0 else { return nil }
    var der = [UInt8](repeating: 0, count: Int(count))
    let written = der.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      return i2d_X509(pointer, &start)
    }
    guard written == count else { return nil }
    do { try self.init(der: der) } catch { return nil }
  }
}
