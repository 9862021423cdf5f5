/// A buffer: an address and a length.
///
/// This structure and the others in this folder have the memory layout of C, because programs in C read them directly.
public struct CSSM_DATA: BitwiseCopyable {
  /// The number of bytes.
  public var Length: CSSM_SIZE
  /// The address of the first byte; nil if there are no bytes.
  public var Data: UnsafeMutablePointer<UInt8>!

  /// Makes an empty buffer: no bytes.
  public init() { self.init(Length: 0, Data: nil) }

  /// Makes a buffer from a length and an address.
  public init(Length: CSSM_SIZE, Data: UnsafeMutablePointer<UInt8>!) {
    self.Length = Length
    self.Data = Data
  }
}

/// A pointer to a buffer.
public typealias CSSM_DATA_PTR = UnsafeMutablePointer<CSSM_DATA>

/// An object identifier: the content octets of its DER.
public typealias CSSM_OID = CSSM_DATA
