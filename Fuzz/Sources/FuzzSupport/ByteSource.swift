import Foundation

/// Reads values from the bytes of an input from libFuzzer. After the last byte, all values are zeros.
public struct ByteSource {
  private var rest: UnsafeRawBufferPointer

  /// Creates a source from the bytes of an input.
  public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    rest = UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Whether all bytes have been read.
  public var isEmpty: Bool { rest.isEmpty }

  /// Returns the next byte; zero after the last byte.
  public mutating func byte() -> UInt8 {
    guard let byte = rest.first else { return 0 }
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
    return byte
  }

  /// Returns a number below `limit`, from one byte.
  public mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  /// Returns one of the elements, from one byte.
  public mutating func one<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  /// Returns a number, from eight bytes.
  public mutating func integer() -> Int64 {
    (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
  }

  /// Returns data. The next byte is the length of the data. The data is shorter if fewer bytes remain.
  public mutating func data() -> Data {
    let count = min(Int(byte()), rest.count)
    defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
    return Data(rest.prefix(count))
  }

  /// Returns all remaining bytes.
  public mutating func all() -> Data {
    defer { rest = UnsafeRawBufferPointer(start: nil, count: 0) }
    return Data(rest)
  }
}
