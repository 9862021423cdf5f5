/// Bytes at an address.
///
/// Laid out as C does it, as are the other structures of this folder: programs in C read them as they are.
public struct CSSM_DATA: BitwiseCopyable {
  /// How many there are.
  public var Length: CSSM_SIZE
  /// Where the first is; nil when there are none.
  public var Data: UnsafeMutablePointer<UInt8>!

  /// Nothing.
  public init() { self.init(Length: 0, Data: nil) }

  /// A structure with all of its parts.
  public init(Length: CSSM_SIZE, Data: UnsafeMutablePointer<UInt8>!) {
    self.Length = Length
    self.Data = Data
  }
}

/// The place of bytes at an address.
public typealias CSSM_DATA_PTR = UnsafeMutablePointer<CSSM_DATA>

/// An object identifier: the content of its DER.
public typealias CSSM_OID = CSSM_DATA
